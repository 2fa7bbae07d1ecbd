"""`validate --fix` and `--diff`: what fixes are made, what is said about them, and where files are written."""

import os
import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from imhotep.cli.output import complain, say, say_json, visible
from imhotep.cli.report import counted, place
from imhotep.dataclass import dataclass
from imhotep.diagnostics import ordered
from imhotep.errors import ImhotepError, UnreadableError, UsageError
from imhotep.shipped import RULESET_FILE

if TYPE_CHECKING:
    from imhotep.document.source import Source
    from imhotep.fixing.mending import Check, Mended


@dataclass(frozen=True, slots=True, kw_only=True)
class Mending:
    """What the command line wants mended; `writes` is false where it only wants to see it."""

    writes: bool
    unsafe: bool

    def run(self, arguments: tuple[str, ...], check: "Callable[[str], Check]", form: str) -> int | None:
        """Mend the files of all arguments, one after the other; what they cannot do is told.

        The exit code, if that is all that was asked for or something could not be done.
        """
        diffs: list[tuple[str, str]] = []
        failed = False
        for argument in arguments:
            try:
                mended = self._mended(argument, check(argument))
                if mended is None:
                    continue
                diffs += [_diff(source, text) for source, text in mended.changed]
                if self.writes:
                    self._write(mended, is_aside=form == "json")
            except ImhotepError as error:
                complain(str(error))
                failed = True
        if self.writes:
            return 2 if failed else None
        diffs = list(dict(diffs).items())
        if form == "json":
            say_json([{"file": name, "diff": text} for name, text in diffs])
        else:
            for _, text in diffs:
                click.echo(text, nl=False)
        return 2 if failed else int(bool(diffs))

    def _mended(self, argument: str, check: "Check") -> "Mended | None":
        """What came of an argument; None where it cannot be read, as the check that follows will tell."""
        from imhotep.fixing.mending import mend
        from imhotep.fixing.writing import why_not
        from imhotep.loading.project import is_path

        if not is_path(argument):
            raise UsageError(f"`{argument}` is a shipped ruleset, which is not changed; name the files to mend")
        try:
            mended = mend(check, unsafe=self.unsafe)
        except (UsageError, UnreadableError):
            if self.writes:
                return None
            raise
        root = _root(argument)
        for source, _ in mended.changed:
            reason = why_not(source, root) if self.writes else None
            if reason is not None:
                raise UsageError(reason)
        return mended

    def _write(self, mended: "Mended", *, is_aside: bool) -> None:
        from imhotep.fixing.writing import write

        for source, text in mended.changed:
            write(source, text)
        for each in ordered(mended.done):
            if each.span is not None and each.fix is not None:
                where = visible(place(each.span))
                say(f"{where}: mended[{each.code}]: {visible(each.fix.title)}", error=is_aside)
        if mended.given_up:
            fixes = counted(mended.given_up, "fix").replace("fixs", "fixes")
            say(f"{fixes} not made, which would not mend or would bring other errors", error=is_aside)
        if mended.done or mended.given_up:
            say("", error=is_aside)


def _root(argument: str) -> Path:
    """The folder that all files of an argument must lie in, seen from where it is named."""
    from imhotep.loading.project import project_root

    path = Path(os.path.normpath(Path(argument).absolute()))
    wholes = [folder for folder in (path, *path.parents) if (folder / RULESET_FILE).is_file()]
    return project_root((wholes[-1] if wholes else path).parent)


def _diff(source: "Source", text: str) -> tuple[str, str]:
    """The name of a file and how it would change, as a unified diff."""
    import difflib

    assert source.path is not None
    mark = "\ufeff" if source.path.read_bytes().startswith(b"\xef\xbb\xbf") else ""
    before, after = (re.findall(r"[^\n]*\n|[^\n]+", mark + each) for each in (source.text, text))
    lines = difflib.unified_diff(before, after, f"a/{source.name}", f"b/{source.name}")
    ended = (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
    return source.name, "".join(ended)


def with_mending(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command `--fix`, `--diff` and `--unsafe-fixes`; it receives them as one `mending`, or None."""

    @wraps(function)
    def run(*, fix: bool, diff: bool, unsafe_fixes: bool, **rest: Any) -> int:
        if fix and diff:
            raise click.UsageError("`--fix` writes and `--diff` only shows: give one of them")
        if unsafe_fixes and not (fix or diff):
            raise click.UsageError("`--unsafe-fixes` needs `--fix` or `--diff`")
        if (fix or diff) and rest.get("form") not in ("text", "json"):
            raise click.UsageError("`--fix` and `--diff` need `--format text` or `json`")
        mending = Mending(writes=fix, unsafe=unsafe_fixes) if fix or diff else None
        return function(mending=mending, **rest)

    command: Callable[..., int] = run
    for name, help in (
        ("--unsafe-fixes", "With --fix or --diff: mend what can only be guessed, too."),
        ("--diff", "Show what --fix would change, and change nothing."),
        ("--fix", "Mend what has one certain remedy, then tell what is left."),
    ):
        command = click.option(name, is_flag=True, help=help)(command)
    return command
