"""Runs the scenarios of a ruleset or variant, and under it those of everything that it builds on."""

from dataclasses import field
from pathlib import Path

from imhotep.compile.ruleset import Ruleset, open_ruleset
from imhotep.dataclass import dataclass
from imhotep.diagnostics import Span, has_errors, suggestion
from imhotep.document.nodes import Scalar
from imhotep.errors import InvalidRulesetError
from imhotep.loading.lineage import Layer
from imhotep.loading.load import scenario_files
from imhotep.scenario.playing import play
from imhotep.scenario.preparing import prepare
from imhotep.scenario.results import Finding, Kind, Report, Result
from imhotep.scenario.scenarios import Scenario, ScenarioFile, read_scenarios


def run_scenarios(ruleset: Ruleset, *, only: Path | None = None) -> Report:
    """Play all scenarios of a ruleset with its variants, or those of one file.

    Raises UnreadableError if `only` cannot be read, InvalidRulesetError for a ruleset with faults, which would be those
    of every scenario.
    """
    faults = ruleset.check()
    if has_errors(faults):
        raise InvalidRulesetError(faults)
    run = _Run(ruleset)
    layers = ruleset.composed.lineage
    top = len(layers) - 1
    if only is not None:
        run.take(only, top)
    for number, layer in enumerate(layers if only is None else ()):
        for path in scenario_files(layer):
            run.take(path, number)
    run.play()
    if only is None:
        run.judge_declarations()
    return Report(
        ruleset=ruleset.id, results=tuple(run.results), changed=tuple(run.changed), findings=tuple(run.findings)
    )


@dataclass(slots=True)
class _Run:
    """A run: `taken` are scenarios with the number of their layer, `below` the results of layers below the last."""

    ruleset: Ruleset
    taken: list[tuple[Scenario, int]] = field(default_factory=list)
    places: dict[str, Span] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    below: dict[str, Result] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def layers(self) -> tuple[Layer, ...]:
        return self.ruleset.composed.lineage

    def take(self, path: Path, number: int) -> None:
        """Take in a file of scenarios that belongs to a layer."""
        file, found = read_scenarios(path)
        if file is None:
            errors = tuple(d for d in found if has_errors([d]))
            first = errors[0]
            self.findings.append(
                Finding(kind="unusable file", message=first.message, span=first.span, diagnostics=errors)
            )
            return
        for scenario in file.scenarios:
            self._count(scenario)
        level = self._level(file, number)
        if level is not None:
            self.taken += [(scenario, level) for scenario in file.scenarios]
        elif number == len(self.layers) - 1 and file.target is not None:
            self._elsewhere(file, file.target)
        else:
            self.results += [_skipped(each, f"it is for `{file.target}`") for each in file.scenarios]

    def _count(self, scenario: Scenario) -> None:
        before = self.places.setdefault(scenario.id, scenario.span)
        if before != scenario.span:
            message = f"`{scenario.id}` is the id of two scenarios; the other one stands at {before}"
            self.findings.append(Finding(kind="same id twice", message=message, span=scenario.span))

    def _level(self, file: ScenarioFile, number: int) -> int | None:
        """The number of the layer that a file is about; None if that is not part of this ruleset."""
        if file.target is None:
            return number
        paths = [layer.path for layer in self.layers]
        return paths.index(file.target) if file.target in paths else None

    def _elsewhere(self, file: ScenarioFile, target: Path) -> None:
        """Play a file that is for a variant of its own."""
        try:
            ruleset = open_ruleset(target.as_posix())
        except InvalidRulesetError as error:
            errors = tuple(d for d in error.diagnostics if has_errors([d]))
            message = f"`for` names a variant with faults: {errors[0].message}"
            span = file.scenarios[0].span
            self.findings.append(Finding(kind="unusable file", message=message, span=span, diagnostics=errors))
            return
        for prepared in prepare(ruleset, file.scenarios):
            self._note_own(play(prepared))

    def play(self) -> None:
        """Play what was taken in."""
        staying: list[tuple[Scenario, int]] = []
        for scenario, number in self.taken:
            reason = self._another_table(scenario, number)
            if reason is None:
                staying.append((scenario, number))
            else:
                self._note(_skipped(scenario, reason), number)
        numbers = [number for _, number in staying]
        for number, prepared in zip(numbers, prepare(self.ruleset, [s for s, _ in staying]), strict=True):
            self._note(play(prepared), number)

    def _another_table(self, scenario: Scenario, number: int) -> str | None:
        """Why a scenario says nothing about this table: something above it fixes another side."""
        own = {layer.file for layer in self.layers[: number + 1]}
        fixed = dict(self.ruleset.composed.sides)
        for entry in scenario.sides.entries:
            said, here = entry.value, fixed.get(entry.key.text)
            if here is None or here.span.file in own or not isinstance(said, Scalar) or said.text == here.text:
                continue
            return f"it is about side `{said.text}` of `{entry.key.text}`, and `{here.text}` is fixed at {here.span}"
        return None

    def _note(self, result: Result, number: int) -> None:
        if number == len(self.layers) - 1:
            self._note_own(result)
            return
        self.results.append(result)
        self.below[result.id] = result
        if result.outcome not in ("failed", "broken"):
            return
        declared = {scalar.text for layer in self.layers[number + 1 :] for scalar in layer.changes}
        if result.id in declared:
            self.changed.append(result.id)
            return
        top = self.layers[-1]
        help = f"if that is meant, name it under `changes:` in `{top.file}`"
        kind: Kind = "undeclared change"
        does = "does not hold"
        if result.outcome == "broken":
            kind, does = "no longer playable", "cannot be played"
            help += ", and write an example that can be played"
        message = f"`{result.id}` {does} under `{top.id}`: {result.message}"
        self.findings.append(Finding(kind=kind, message=message, span=result.span, help=help, result=result))

    def _note_own(self, result: Result) -> None:
        self.results.append(result)
        if result.outcome == "failed" or result.outcome == "broken":
            message = f"`{result.id}`: {result.message}"
            self.findings.append(Finding(kind=result.outcome, message=message, span=result.span, result=result))

    def judge_declarations(self) -> None:
        """Hold what the last layer says that it changes against what it does change."""
        for declared in self.layers[-1].changes:
            result = self.below.get(declared.text)
            if result is None:
                message = f"there is no scenario `{declared.text}` below `{self.layers[-1].id}`"
                help = suggestion(declared.text, self.below)
                self.findings.append(Finding(kind="unknown scenario", message=message, span=declared.span, help=help))
            elif result.outcome == "passed":
                message = f"`{declared.text}` is declared to change, but it still holds"
                help = f"the scenario stands at {self.places[declared.text]}"
                self.findings.append(
                    Finding(kind="change does not happen", message=message, span=declared.span, help=help)
                )


def _skipped(scenario: Scenario, reason: str) -> Result:
    return Result(id=scenario.id, file=scenario.file, outcome="skipped", span=scenario.span, message=reason)
