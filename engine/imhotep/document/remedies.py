"""What to write instead where YAML is broken or odd and there is one way to mend it. Looks at the text, not at events.

Tabs as indentation are the hard case: a width for them is certain only if several can be read and all say the same.
"""

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from imhotep.diagnostics import Diagnostic, Edit, Fix, Severity, Span, rewrite
from imhotep.document.nodes import Node, Plain, Scalar, plain
from imhotep.document.source import Source
from imhotep.document.syntax import Fault

Compose: TypeAlias = Callable[[Source], tuple[Node | None, tuple[Diagnostic, ...]]]
_INDENT: Final = re.compile(r"(?m)(?:^|(?<=\r))[ \t]*\t[ \t]*(?=[^ \t\r\n])")
_MOST_TABS: Final = 2000  # lines with tabs in a file that is tried with several widths
_WIDTHS: Final = (2, 4, 8)
_BYTE_ORDER_MARK: Final = "\ufeff"


def remedy(source: Source, fault: Fault, compose: Compose) -> Fix | None:
    """What mends a text that cannot be read any further."""
    start, end = fault.start, fault.end
    if fault.insert is not None:
        at, text = fault.insert
        return rewrite(source.span(at, at), text, safe=False, title=fault.help)
    if fault.code == "Y004" and source.text[start:end] == _BYTE_ORDER_MARK:
        return rewrite(source.span(start, end), "", safe=True, title="delete it")
    if fault.code != "Y011":
        return None
    line = source.text[start - source.position(start).column + 1 : start]
    if line.strip(" \t"):
        return rewrite(source.span(start, end), " ", safe=True, title="write a space instead")
    return _untabbed(source, compose)


def spaces(scalar: Scalar, source: Source) -> Fix:
    """Ordinary spaces for those of an unusual kind around an unquoted text."""
    start, end = scalar.span.start.offset, scalar.span.end.offset
    written = source.text[start:end]
    before, after = len(written) - len(written.lstrip()), len(written) - len(written.rstrip())
    places = [place for place in ((start, start + before), (end - after, end)) if place[0] < place[1]]
    edits = tuple(Edit(source.span(*place), " " * (place[1] - place[0])) for place in places)
    return Fix("write ordinary spaces", edits, safe=True)


def in_quotes(span: Span, source: Source) -> Fix | None:
    """A stretch of one line in quotes, which is a guess; None if it holds quotes itself."""
    written = source.text[span.start.offset : span.end.offset]
    if set(written) & set('"\\\r\n'):
        return None
    return rewrite(span, f'"{written}"', safe=False, title="put it in quotes")


def _untabbed(source: Source, compose: Compose) -> Fix | None:
    """Spaces for all tabs that indent, if all widths under which the file can be read give it one meaning."""
    places = [(found.start(), found.end()) for found in _INDENT.finditer(source.text)]
    possible: list[tuple[int, Plain]] = []
    for width in _WIDTHS if 0 < len(places) <= _MOST_TABS else ():
        text = _INDENT.sub(lambda found, width=width: found[0].expandtabs(width), source.text)  # type: ignore[misc]
        root, faults = compose(Source(source.name, text))
        if root is not None and not any(fault.severity is Severity.ERROR for fault in faults):
            possible.append((width, _meaning(plain(root))))
    if not possible or any(meaning != possible[0][1] for _, meaning in possible):
        return None
    width = possible[0][0]
    edits = (Edit(source.span(*place), source.text[slice(*place)].expandtabs(width)) for place in places)
    return Fix(f"indent with {width} spaces for each tab", tuple(edits), safe=len(possible) > 1)


def _meaning(value: Plain) -> Plain:
    """What a file says, with texts of several lines by the depth of each line rather than by its indentation."""
    if isinstance(value, dict):
        return {key: _meaning(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_meaning(each) for each in value]
    return _by_depth(value) if isinstance(value, str) and "\n" in value else value


def _by_depth(text: str) -> str:
    lines, open_at = [], [0]
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        while indent < open_at[-1]:
            open_at.pop()
        if indent > open_at[-1]:
            open_at.append(indent)
        lines.append(f"{len(open_at)} {line.strip(' ')}")
    return "\n".join(lines)
