"""Checks what a YAML file says against the JSON Schemas in `schemas/`: keys, types and simple values.

Not whether names exist or texts make sense; that is for `compile`. This is the only module that knows jsonschema.
"""

import json
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from imhotep.diagnostics import MOST_TOLD, Diagnostic
from imhotep.document.nodes import Node, plain
from imhotep.form.partial import Json, Schema, derive
from imhotep.form.schema_faults import Fault, diagnose
from imhotep.shipped import schemas_folder

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

LONGEST = 200  # characters of an objection, which may quote all of the data

SchemaName: TypeAlias = Literal["ruleset", "variant", "scenarios", "experiment", "player", "log"]


def check(root: Node, schema: SchemaName) -> tuple[Diagnostic, ...]:
    """What in `root` does not have the form of what the schema describes: a ruleset or a part of one, a variant ..."""
    validator = _validator(schema)
    errors = islice(validator.iter_errors(plain(root)), MOST_TOLD + 1)
    return diagnose(root, [_fault(validator, error) for error in errors])


def objection(data: object, schema: SchemaName) -> str | None:
    """Why plain data, such as a line of JSON, does not have the form that a schema asks for; None where it has."""
    error = next(_validator(schema).iter_errors(data), None)
    if error is None:
        return None
    message = error.message if len(error.message) <= LONGEST else error.message[:LONGEST] + " …"
    return f"{error.json_path}: {message}"


def load(name: SchemaName) -> Schema:
    """One of the schemas; that of variants is in step with that of rulesets."""
    schema: Schema = json.loads((schemas_folder() / f"{name}.schema.json").read_text(encoding="utf-8"))
    return derive(schema, load("ruleset")) if name == "variant" else schema


@cache
def _validator(name: SchemaName) -> "Draft202012Validator":
    from jsonschema import Draft202012Validator  # takes a tenth of a second, so only when it is needed

    return Draft202012Validator(_inlined(load(name)))


def _inlined(schema: Schema) -> Schema:
    """The schema with each `$ref` replaced by what it refers to: looking them up takes half of all the time."""
    defs = schema["$defs"]
    assert isinstance(defs, dict)
    done: dict[str, Json] = {}

    def inline(part: Json) -> Json:
        if isinstance(part, list):
            return [inline(each) for each in part]
        if not isinstance(part, dict):
            return part
        target = part.get("$ref")
        if not isinstance(target, str):
            return {keyword: inline(value) for keyword, value in part.items() if keyword != "$defs"}
        name = target.removeprefix("#/$defs/")
        if name not in done:
            done[name] = inline(defs[name])
        whole = done[name]
        assert isinstance(whole, dict)
        return {**whole, **{keyword: value for keyword, value in part.items() if keyword != "$ref"}}

    whole = inline(schema)
    assert isinstance(whole, dict)
    return whole


def _fault(validator: "Draft202012Validator", error: "ValidationError") -> Fault:
    path, steps = tuple(error.absolute_path), list(error.absolute_schema_path)[:-1]
    if steps[-2:] == ["additionalProperties", "items"]:
        path, steps = path[:-1], steps[:-1]  # the whole list is at fault: it is no value of a field
    around: Json = {}
    if steps[-1:] == ["additionalProperties"]:
        part = cast(Json, validator.schema)
        for step in steps[:-1]:
            part = cast(list[Json], part)[step] if isinstance(step, int) else cast(Schema, part)[step]
        around = cast(Schema, part).get("properties", {})
    return Fault(
        path=path,
        keyword=str(error.validator),
        wanted=cast(Json, error.validator_value),
        schema=cast(Schema, error.schema),
        around=frozenset(cast(Schema, around)),
    )
