"""Which keys of its own something in a ruleset may have, and what it is, by the schema."""

import re
from functools import cache

from imhotep.form.partial import Json, Schema
from imhotep.form.schema import load


@cache
def keys_at(path: tuple[str, ...]) -> frozenset[str]:
    """The properties that the schema names for what stands at a path; none for maps of ids and single values."""
    return frozenset(_part(_resolved(_schema_at(path)), "properties"))


@cache
def definition_at(path: tuple[str, ...]) -> str:
    """What the schema calls the thing at a path, such as `effect` or `text`; nothing where it has no name for it."""
    here = _schema_at(path)
    target = here.get("$ref") if isinstance(here, dict) else None
    return target.removeprefix("#/$defs/") if isinstance(target, str) else ""


def _schema_at(path: tuple[str, ...]) -> Json:
    here: Json = _ruleset()
    for key in path:
        here = _below(_resolved(here), key)
    return here


@cache
def _ruleset() -> Schema:
    return load("ruleset")


def _resolved(schema: Json) -> Schema:
    """A schema, or what it refers to."""
    if not isinstance(schema, dict):
        return {}
    target = schema.get("$ref")
    found = _part(_ruleset(), "$defs").get(target.removeprefix("#/$defs/")) if isinstance(target, str) else schema
    return found if isinstance(found, dict) else {}


def _below(schema: Schema, key: str) -> Json:
    """The schema of what stands under a key."""
    named = _part(schema, "properties").get(key)
    if named is not None:
        return named
    for pattern, found in _part(schema, "patternProperties").items():
        if re.search(pattern, key):
            return found
    return schema.get("additionalProperties")


def _part(schema: Schema, keyword: str) -> Schema:
    found = schema.get(keyword)
    return found if isinstance(found, dict) else {}
