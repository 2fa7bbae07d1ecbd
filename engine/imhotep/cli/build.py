"""`imhotep build`: a ruleset as a WebAssembly module, for use without Python."""

import json
from pathlib import Path
from typing import Final

import click

from imhotep.cli.choices import Choices, complete_ruleset, with_choices
from imhotep.cli.output import say
from imhotep.errors import UnreadableError, UsageError
from imhotep.replacing import replacing

MODULE: Final = b"\0asm"


@click.command(short_help="Write a ruleset as a WebAssembly module.")
@click.argument("ruleset", metavar="RULESET|VARIANT", shell_complete=complete_ruleset)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FILE.wasm", help="The module to write."
)
@click.option("--players", type=click.IntRange(min=1), help="For how many players; the least number if not given.")
@click.option("--text", is_flag=True, help="Also write the module in text form, to FILE.wat.")
@with_choices
def build(*, ruleset: str, output: Path, players: int | None, text: bool, choices: Choices) -> int:
    """Write a ruleset for one table as a WebAssembly module, and beside it FILE.json with its texts and its memory.

    docs/wasm.md says what the module does, and examples/node/ has a game that is played without Python.
    """
    from imhotep.wasm.description import description
    from imhotep.wasm.module import readable
    from imhotep.wasm.playing import backend

    backend("wasm")
    if output.suffix != ".wasm":
        raise UsageError(f"`{output.as_posix()}`: the name of a module ends in .wasm")
    from imhotep.wasm.engine import assembled

    opened = choices.open(ruleset)
    program = opened.program(opened.players[0] if players is None else players)
    binary = assembled(program)
    described = json.dumps(description(program), ensure_ascii=False, indent=1)
    files = {output: binary, output.with_suffix(".json"): f"{described}\n".encode()}
    if text:
        files[output.with_suffix(".wat")] = readable(program).encode()
    for path in files:
        _check(path)
    for path, data in files.items():
        _write(path, data)
        say(f"{path.as_posix()}: {len(data):,} bytes")
    return 0


def _check(path: Path) -> None:
    """Only what a build has written may be overwritten; raises UsageError for other files."""
    try:
        begin = path.read_bytes()[:64] if path.exists() else None
    except OSError as error:
        raise UnreadableError(f"`{path.as_posix()}` cannot be written: {(error.strerror or '').lower()}") from None
    ours = {".wasm": MODULE, ".json": b'{\n "format": ', ".wat": b"(module ;; "}[path.suffix]
    if begin is not None and not begin.startswith(ours):
        raise UsageError(f"`{path.as_posix()}` exists and was not written by `imhotep build`; it stays as it is")


def _write(path: Path, data: bytes) -> None:
    try:
        with replacing(path) as file:
            file.write(data)
    except OSError as error:
        raise UnreadableError(f"`{path.as_posix()}` cannot be written: {(error.strerror or '').lower()}") from None
