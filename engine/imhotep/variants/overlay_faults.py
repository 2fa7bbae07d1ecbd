"""The words for what is wrong with a variant. Decides nothing: `overlay` does."""

from typing import Final

from imhotep.diagnostics import Diagnostic, Fix, Related, Severity, Span, nearest, only_near, respell, suggestion
from imhotep.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from imhotep.variants.paths import SECTIONS, Path, alternative, is_keyed, is_thing, same_name, show

_MOST_SHOWN: Final = 100  # names that are written as in a path, where one of them may be meant

FIXED_OTHERWISE: Final = "V023"
"""The code of a warning about what a command line asks for against a variant."""


def unknown(
    code: str,
    base: Mapping | None,
    path: Path,
    key: str,
    span: Span,
    *,
    root: Mapping,
    removed: Span | None,
    may_add: bool,
) -> Diagnostic:
    """An entry or property `key` that is not there: `base` is what stands at `path`, if anything does."""
    owner = f"`{show(path)}`" if path else "the ruleset"
    names = [entry.key.text for entry in base.entries] if base else []
    other = alternative(key)
    help = _where_else(root, path, key)
    if other in names and nearest(key, names) is None:
        help = f"did you mean `{other}`?"
    help = help or suggestion(key, names if len(names) > _MOST_SHOWN else [show((name,)) for name in names])
    if may_add and not (help or "").startswith("did you mean"):
        help = f"{help}; a new one is written under `add`" if help else "a new one is written under `add`"
    related = None
    if removed is not None:
        related = Related(removed, "it is removed here")
    elif base is not None:
        related = Related(base.span, f"{owner} stands here")
    fix = respell(key, span, names) if (help or "").startswith(f"did you mean `{only_near(key, names)}`?") else None
    return _fault(code, f"{owner} has no `{key}`", span, related, help, fix)


def _where_else(root: Mapping, path: Path, key: str) -> str | None:
    """Entries of that very name in another place: those in the same thing, or else the few that there are."""
    sections = {path[-1]} & SECTIONS if path else SECTIONS
    found = list(same_name(root, sections, key)) if sections else []
    near = [other for other in found if len(path) > 1 and other[:2] == path[:2]]
    if not near and (len(found) > 3 or sections == {"effects"}):
        return None
    names = [f"`{show(other)}`" for other in sorted(near or found)]
    return f"did you mean {' or '.join(names[:3])}?" if names else None


def empty(new: Entry, path: Path, *, added: bool) -> Diagnostic:
    """A key without a value, by which some mean to remove it."""
    help = "write the value that it is to have"
    if not added and is_keyed(path[:-1]):
        help = f"to take it out, write `remove: [{show(path)}]`"
    return _fault("V002", f"`{show(path)}` has no value", new.key.span, None, help)


def exists(old: Entry, new: Entry, path: Path) -> Diagnostic:
    """Something added that is there already, or whose alternative is."""
    message = f"`{show(path)}` exists already"
    if old.key.text != new.key.text:
        message = f"`{show(path)}` cannot stand beside `{old.key.text}`"
    help = "set it under `change`"
    if isinstance(old.value, Sequence):
        help = "a list is replaced whole: write all of it under `change`"
    elif is_thing(path):
        help = "set its properties under `change`, or give the new one another name"
    return _fault("V003", message, new.key.span, Related(old.key.span, "it stands here"), help)


def not_an_entry(path: Path, here: Node, span: Span) -> Diagnostic:
    """A removal of something that is not an entry of a keyed map."""
    if is_keyed(path):
        message = f"`{show(path)}` is not one entry but all of them"
        help = "name each entry to remove"
        if isinstance(here, Mapping) and here.entries:
            help += f", like `{show((*path, here.entries[0].key.text))}`"
    else:
        message = f"`{show(path)}` is a property, and only entries can be removed"
        help = "set it to another value under `change`"
        if len(path) > 2 and is_keyed(path[:-2]):
            help += f", or remove `{show(path[:-1])}` and write it anew under `add`"
    return _fault("V005", message, span, None, help)


def changes_nothing(old: Entry, new: Entry, path: Path) -> Diagnostic:
    """A value that is there already, or a map in which nothing stands."""
    reason = "it has this value already"
    if isinstance(new.value, Mapping) and not new.value.entries:
        reason = "nothing stands below it"
    message = f"`{show(path)}` is not changed: {reason}"
    return _warning("V006", message, new.key.span, Related(old.key.span, "it is set here"))


def overruled(path: Path, span: Span, before: Span, *, removed: bool) -> Diagnostic:
    """A path that an earlier variant has set."""
    deed = "removed here" if removed else "set here again"
    message = f"`{show(path)}` is set by another variant and {deed}"
    return _warning("V007", message, span, Related(before, "the other variant sets it here"))


def fixed_otherwise(fixed: Entry, given: Entry) -> Diagnostic:
    """A side or an option that a command line sets otherwise than a variant does."""
    value = f"={fixed.value.text}" if isinstance(fixed.value, Scalar) else ""
    message = f"`{given.value.span.file}` overrules a variant, which fixes `{fixed.key.text}{value}`"
    return _warning(FIXED_OTHERWISE, message, given.value.span, Related(fixed.key.span, "it is fixed here"))


def malformed_path(item: Scalar, index: int) -> Diagnostic:
    """A removal that is no dotted path."""
    message = f"`{item.text}` is not a path"
    help = "write the names from the section down to the entry, with a dot between them: `cards.NAME`"
    return _fault("V009", message, item.place(index, index + 1), None, help)


def _fault(
    code: str, message: str, span: Span, related: Related | None, help: str | None, fix: Fix | None = None
) -> Diagnostic:
    others = (related,) if related else ()
    return Diagnostic(code=code, message=message, span=span, related=others, help=help, fix=fix)


def _warning(code: str, message: str, span: Span, related: Related) -> Diagnostic:
    return Diagnostic(code=code, message=message, span=span, severity=Severity.WARNING, related=(related,))
