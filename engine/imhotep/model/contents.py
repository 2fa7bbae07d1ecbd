"""Goes through what a model declares: its things with names of their own, effects, tables, texts."""

from collections.abc import Iterator

from imhotep.document.nodes import Scalar
from imhotep.model import declarations as m


def names_at(home: m.Home) -> Iterator[str]:
    """What a thing declares."""
    names = home.names
    for section in (names.areas, names.numbers, names.tables, names.definitions, names.procedures, names.choices):
        yield from section


def homes_of(model: m.Model) -> Iterator[m.Home]:
    """The game and every thing that declares something."""
    yield model.game
    for family in model.families:
        for kind in family.kinds:
            yield kind.home
    for action in model.actions:
        yield action.home


def handlers_of(model: m.Model) -> Iterator[m.Handler]:
    """All effects at triggers: of kinds and boards, of cells and lines, and the rules."""
    for family in model.families:
        for kind in family.kinds:
            yield from kind.handlers
    for area in _areas(model):
        for line in (*area.named_cells, *area.named_rows, *area.named_columns):
            yield from line.handlers
            for _, cell in line.cells:
                yield from cell.handlers
    yield from model.rules


def _areas(model: m.Model) -> Iterator[m.AreaDeclaration]:
    for family in model.families:
        yield from family.areas
    for home in homes_of(model):
        yield from home.names.areas.values()


def tables_of(model: m.Model) -> dict[str, m.TableDeclaration]:
    """All tables by their ids in a program."""
    return {
        f"{home.thing}.{table.id}" if home.thing else table.id: table
        for home in homes_of(model)
        for table in home.names.tables.values()
    }


def texts_of(model: m.Model) -> Iterator[Scalar]:
    """All effect texts of a model."""
    for home in homes_of(model):
        for p in home.names.procedures.values():
            yield p.do
    for h in handlers_of(model):
        yield h.do
    for a in model.actions:
        yield a.do
