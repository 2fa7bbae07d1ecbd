"""Derives the schema of `change:` and `add:` from the schema of rulesets: the same keys and types, nothing required.

A list is replaced whole, so bounds on lists stay. The engine derives this when it loads the schemas; for editors, the
shipped variant.schema.json holds the result. Regenerate it with `python -m imhotep.form.partial schemas`.
"""

import json
import sys
from pathlib import Path
from typing import Final, TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool | None"
Schema: TypeAlias = dict[str, Json]

PREFIX: Final = "partial_"
_NOT_CHANGED: Final = ("format", "ruleset")
_DROPPED: Final = frozenset({"required", "minProperties", "$schema", "$id", "$defs"})
_MAPS: Final = frozenset({"properties", "patternProperties"})
_SINGLE: Final = frozenset({"items", "additionalProperties", "then", "else"})
_LISTS: Final = frozenset({"allOf", "anyOf"})


def derive(variant: Schema, ruleset: Schema) -> Schema:
    """The schema of variants with its derived part made anew from the schema of rulesets."""
    own = {name: part for name, part in _defs(variant).items() if not name.startswith(PREFIX)}
    derived = {PREFIX + name: _relaxed(part) for name, part in _defs(ruleset).items()}
    whole = _relaxed(ruleset)
    assert isinstance(whole, dict)
    sections = whole["properties"]
    assert isinstance(sections, dict)
    whole["properties"] = {name: part for name, part in sections.items() if name not in _NOT_CHANGED}
    whole["title"] = "Parts of a ruleset"
    return {**variant, "$defs": {**own, **derived, PREFIX + "ruleset": whole}}


def _defs(schema: Schema) -> Schema:
    defs = schema.get("$defs")
    return defs if isinstance(defs, dict) else {}


def _relaxed(schema: Json) -> Json:
    """A schema without demands for keys. What stands under `if` and `not` decides and stays as it is."""
    if not isinstance(schema, dict):
        return schema
    relaxed: Schema = {}
    for keyword, value in schema.items():
        if keyword in _DROPPED:
            continue
        if keyword == "$ref" and isinstance(value, str):
            relaxed[keyword] = value.replace("#/$defs/", f"#/$defs/{PREFIX}")
        elif keyword in _MAPS and isinstance(value, dict):
            relaxed[keyword] = {name: _relaxed(part) for name, part in value.items()}
        elif keyword in _SINGLE:
            relaxed[keyword] = _relaxed(value)
        elif keyword in _LISTS and isinstance(value, list):
            parts = [_relaxed(part) for part in value]
            if all(parts):
                relaxed[keyword] = parts
        else:
            relaxed[keyword] = value
    return relaxed


def text(schema: Schema) -> str:
    """A schema as it stands in its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _regenerate(folder: Path) -> None:
    path = folder / "variant.schema.json"
    ruleset = json.loads((folder / "ruleset.schema.json").read_text(encoding="utf-8"))
    variant = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(text(derive(variant, ruleset)), encoding="utf-8")


if __name__ == "__main__":
    _regenerate(Path(sys.argv[1]))
