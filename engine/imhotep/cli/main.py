"""The `imhotep` command: its commands, and what becomes of everything that goes wrong in them.

Exit codes: 0 clean, 1 findings, 2 a request that cannot be met, 3 a bug in this program, 130 stopped by Ctrl-C.
"""

import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

import click

from imhotep.cli.output import complain, prepare_streams, say
from imhotep.diagnostics import suggestion
from imhotep.errors import ImhotepError, InternalError, InvalidRulesetError

FINDINGS: Final = 1
UNUSABLE: Final = 2
BUG: Final = 3
STOPPED: Final = 130
CLOSED: Final = 141
"""As of a program that a closed pipe ended."""

TRACEBACK: Final = "IMHOTEP_TRACEBACK"


COMMANDS: Final = {
    "build": "build",
    "compare": "compare",
    "diff": "diff",
    "explain": "explain",
    "list": "list_rulesets",
    "plan": "plan",
    "play": "play",
    "replay": "replay",
    "show": "show",
    "simulate": "simulate",
    "sweep": "sweep",
    "test": "test",
    "validate": "validate",
}
"""Each command's function, in the module of the command's name."""


class Commands(click.Group):
    """The commands, each loaded when it is needed. Each gives back its exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"imhotep.cli.{cmd_name}"), COMMANDS[cmd_name])
        assert isinstance(command, click.Command)
        return command

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: Any, **settings: Any
    ) -> NoReturn:
        """Run the command that `args` name, and exit."""
        words = list(sys.argv[1:] if args is None else args)
        settings["standalone_mode"] = False
        try:
            code = super().main(words, "imhotep", **settings)
            sys.stdout.flush()
        except SystemExit as exit:
            code = exit.code
        except BaseException as error:
            code = _failed(error, words)
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run; a closed pipe is left to `main`, since click takes it for a success."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _Closed from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or tell the nearest one."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"there is no command `{name}`; {suggestion(name, COMMANDS, most=len(COMMANDS))}")
        return super().resolve_command(ctx, args)


class _Closed(Exception):
    """Whoever read the output has stopped reading."""


def _failed(error: BaseException, words: list[str]) -> int:
    """Tell what went wrong; the exit code."""
    if isinstance(error, _Closed | BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left must not fail again at the end
        return CLOSED
    if os.environ.get(TRACEBACK) and not isinstance(error, click.ClickException):
        traceback.print_exception(error)
    if isinstance(error, click.ClickException):
        error.show()
        return UNUSABLE
    if isinstance(error, click.Abort | KeyboardInterrupt):
        say("stopped", error=True)
        return STOPPED
    if isinstance(error, InvalidRulesetError):
        return _tell_faults(error, words)
    if isinstance(error, ImhotepError) and not isinstance(error, InternalError):
        complain(" ".join(str(error).splitlines()))
        return UNUSABLE
    what = " ".join(f"{type(error).__name__}: {error}".split())
    complain(f"this is a bug: {what} (set {TRACEBACK}=1 to see where)")
    return BUG


def _tell_faults(error: InvalidRulesetError, words: list[str]) -> int:
    """Show the faults of a ruleset that was to be used; those of the command line make the request itself wrong."""
    from imhotep.cli.frames import Lines
    from imhotep.cli.report import diagnostic_text, totals

    lines = Lines()
    lines.add(*(word.rpartition("=")[2] for word in words))
    from imhotep.diagnostics import ordered

    found = ordered(error.diagnostics)
    for diagnostic in found:
        say(diagnostic_text(diagnostic, lines) + "\n", error=True)
    say(totals(found), error=True)
    asked = all(d.span is not None and d.span.file.startswith("--") for d in found if d.severity == "error")
    return UNUSABLE if asked else FINDINGS


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="imhotep-engine", prog_name="imhotep")
def cli() -> None:
    """Change the rules of a board game in YAML, and see what the change does."""


def main() -> NoReturn:
    """The entry point of the console script."""
    prepare_streams()
    try:
        cli.main()
    except SystemExit as exit:
        code = exit.code
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 0)  # taking all of it apart would take longer than some commands do


if __name__ == "__main__":
    main()
