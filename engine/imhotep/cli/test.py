"""`imhotep test`: play the scenarios of a ruleset, or of a variant and of all that it builds on."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from imhotep.cli.choices import Choices, complete_ruleset, output_format, with_choices
from imhotep.cli.frames import Lines
from imhotep.cli.output import Json, complain, say, say_json, visible
from imhotep.cli.report import counted, diagnostic_json, diagnostic_text, message_text, refusal, span_json
from imhotep.errors import UnreadableError, UsageError

if TYPE_CHECKING:
    from imhotep.diagnostics import Diagnostic
    from imhotep.scenario.results import Finding, Report, Stop


@click.command(short_help="Play scenarios; tell which do not hold.")
@click.argument("rulesets", metavar="RULESET|VARIANT|FILE...", nargs=-1, required=True, shell_complete=complete_ruleset)
@output_format
@with_choices
def test(*, rulesets: tuple[str, ...], form: str, choices: Choices) -> int:
    """Play scenarios and tell which do not hold.

    For a variant its own scenarios are played, and under it those of everything that it extends: one that no longer
    holds must be named under `changes:`. A file of scenarios is played alone.
    """
    from imhotep.scenario.results import UNDECLARED

    reports: list[tuple[str, Report]] = []
    lines = Lines()
    lines.add(*rulesets, *choices.variants)
    unreadable = False
    for argument in rulesets:
        try:
            reports.append((argument, _run(argument, choices)))
        except (UsageError, UnreadableError) as error:
            complain(refusal(argument, error))
            unreadable = True
    if form == "json":
        say_json([_report_json(report, lines) for _, report in reports])
    else:
        for argument, report in reports:
            for finding in report.findings:
                say(_finding_text(finding, lines) + "\n")
            undeclared = [f.result.id for f in report.findings if f.result and f.kind in UNDECLARED]
            if len(undeclared) > 1:
                say(visible(f"if all of these are meant: `changes: [{', '.join(undeclared)}]`") + "\n")
            say(f"{argument}: {_summary(report)}")
    return 2 if unreadable else int(any(report.findings for _, report in reports))


def _run(argument: str, choices: Choices) -> "Report":
    from imhotep.loading.project import SCENARIOS
    from imhotep.scenario.running import run_scenarios
    from imhotep.scenario.scenarios import home_of, read_scenarios

    if not argument.endswith(SCENARIOS):
        return run_scenarios(choices.open(argument))
    file, _ = read_scenarios(Path(argument))
    home = file or Path(argument)
    return run_scenarios(choices.open(home_of(home)), only=Path(argument))


def _summary(report: "Report") -> str:
    parts = [counted(len(report.results), "scenario")]
    parts += [f"{report.count('passed')} passed"]
    if report.changed:
        parts.append(f"{len(report.changed)} changed as declared")
    if report.count("skipped"):
        parts.append(f"{report.count('skipped')} skipped")
    parts.append(counted(len(report.findings), "finding") if report.findings else "no findings")
    return ", ".join(parts)


def _finding_text(finding: "Finding", lines: Lines) -> str:
    kind = click.style(finding.kind, fg="red", bold=True)
    same, others = _told(finding)
    help = finding.help or (same.help if same is not None else None)
    related = same.related if same is not None else ()
    text = [message_text(kind, finding.message, finding.span, lines, help, related)]
    if finding.result is not None and finding.result.stop is not None:
        text.append(f"   play stopped at {visible(_stop_text(finding.result.stop))}")
    for diagnostic in others:
        text += ["   " + line for line in diagnostic_text(diagnostic, lines).split("\n")]
    return "\n".join(text)


def _told(finding: "Finding") -> "tuple[Diagnostic | None, list[Diagnostic]]":
    """The diagnostic that a finding itself is about, and the others."""
    diagnostics = list(_diagnostics(finding))
    same = next((d for d in diagnostics if d.span == finding.span), None)
    return same, [d for d in diagnostics if d is not same]


def _diagnostics(finding: "Finding") -> "tuple[Diagnostic, ...]":
    return finding.diagnostics or (finding.result.diagnostics if finding.result is not None else ())


def _stop_text(stop: "Stop") -> str:
    return f"`{stop.decision}` of `{stop.seat}`, which offers: {', '.join(stop.options)}"


def _report_json(report: "Report", lines: Lines) -> dict[str, Json]:
    return {
        "ruleset": report.ruleset,
        "scenarios": [
            {
                "id": result.id,
                **span_json(result.span),
                "outcome": result.outcome,
                "message": result.message or None,
                "stop": None if result.stop is None else _stop_json(result.stop),
            }
            for result in report.results
        ],
        "changed": list(report.changed),
        "findings": [
            {
                "kind": finding.kind,
                **span_json(finding.span),
                "scenario": None if finding.result is None else finding.result.id,
                "message": finding.message,
                "help": finding.help,
                "diagnostics": [diagnostic_json(d, lines) for d in _diagnostics(finding)],
            }
            for finding in report.findings
        ],
    }


def _stop_json(stop: "Stop") -> dict[str, Json]:
    return {"decision": stop.decision, "seat": stop.seat, "options": list(stop.options)}
