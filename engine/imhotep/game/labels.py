"""What people read: a ruleset's texts in one language. Where one is missing, the English one stands in, and says so."""

from imhotep.game.naming import Naming
from imhotep.game.words import ALTERNATIVES, ENGLISH, word
from imhotep.program.memory import Area
from imhotep.program.program import Program


class Labels:
    """The texts of one program in one language."""

    def __init__(self, program: Program, naming: Naming, language: str = ENGLISH) -> None:
        self.program = program
        self.naming = naming
        self.language = language
        self._texts = {path: dict(text) for path, text in program.texts}
        self._kinds = {path.rpartition(".")[2]: path for path in self._texts if _is_kind(path)}
        self._areas = {area.id: self._area_path(area) for area in program.areas}
        self._line_paths = dict(self._paths_of_lines())

    def text(self, path: str) -> str | None:
        """The text at a path; one in another language is marked with it."""
        found = self._texts.get(path)
        if not found:
            return None
        own = found.get(self.language) or found.get(self.language[:2])
        if own:
            return own
        other = ENGLISH if ENGLISH in found else next(iter(found))
        return f"{found[other]} [{other}]"

    def name(self, path: str, id: str) -> str:
        """The text at a path, or the id where nothing is written."""
        return self.text(path) or id.replace("_", " ")

    def word(self, id: str, **values: object) -> str:
        """A word of the engine."""
        return word(id, self.language, **values)

    def seat(self, id: str) -> str:
        """A seat."""
        return self.name(f"seats.{id}", id)

    def source(self, id: str) -> str:
        """A source of points."""
        paths = (f"{section}.{id}" for section in ("scores", "boards", "cards", "rules", "actions"))
        return next((text for path in paths if (text := self.text(path))), id)

    def kind(self, id: str) -> str:
        """A kind of piece, a card or a board."""
        return self.name(self._kinds.get(id, ""), id)

    def area(self, area: Area, owner: str = "") -> str:
        """An area, and whose it is where that is given."""
        name = self.name(self._areas[area.id], area.id.rpartition(".")[2])
        if not owner:
            return name
        whom = self.seat(owner) if area.per_seat else self.kind(owner.partition(".")[0])
        return self.word("of", what=name, whom=whom)

    def line(self, number: int) -> str:
        """A row or column: its name, or its id where it has one, else nothing."""
        id = self.program.places[number].id
        return "" if id.isdecimal() else self.name(self._line_paths.get(number, ""), id)

    def choice(self, id: str) -> str:
        """An alternative of a menu."""
        paths = (f"actions.{id}", f"choices.{id}")
        found = next((text for path in paths if (text := self.text(path))), None)
        return found or (self.word(id) if id in ALTERNATIVES else id.replace("_", " "))

    def prompt(self, id: str) -> str | None:
        """What a decision asks, if the ruleset has words for it."""
        return self.text(f"prompts.{id}")

    def value(self, s: list[int], type: str, value: int) -> str:
        """A picked value."""
        sort = type.partition(":")[0]
        match sort:
            case "seat":
                return self.seat(self.program.seats[value - 1])
            case "piece" | "kind":
                return self._piece(s, type, value)
            case "row" | "column":
                return self.line(value) or self.word(sort, n=self.program.places[value].id)
            case "cell" | "group":
                return self.word(sort, n=self.naming.value(s, type, value))
        return str(value)

    def _piece(self, s: list[int], type: str, value: int) -> str:
        """A kind, a counted piece with its owner, or an individual; several of a kind are told apart by their place."""
        kind, _, rest = self.naming.value(s, type, value).partition(".")
        name = self.kind(kind)
        if rest in self.program.seats:
            return f"{name} ({self.seat(rest)})"
        if rest:
            address = self.naming.address(s, type, value)
            spot = self.naming.payload(s, type, value)
            if "cell" in spot:
                return f"{name}, {self.area(self.naming.area_at(address))} {spot['cell']}"
        return name

    def _area_path(self, area: Area) -> str:
        """Where the name of an area stands: with its board, in the game, or with the family whose pieces have one."""
        if "." in area.id:
            return area.id
        path = f"areas.{area.id}"
        owned = area.owners != ("",) and not area.per_seat
        return next((p for p in self._texts if p.endswith(f".{path}")), path) if owned else path

    def _paths_of_lines(self) -> list[tuple[int, str]]:
        found = []
        for area in self.program.areas:
            for lines, what in ((area.rows, "rows"), (area.columns, "columns")):
                for number in (n for mine in lines for n in mine):
                    end = f"{area.id.rpartition('.')[2]}.{what}.{self.program.places[number].id}"
                    found += [(number, path) for path in self._texts if path.endswith(end)][:1]
        return found


def _is_kind(path: str) -> bool:
    parts = path.split(".")
    return (parts[0] in ("cards", "boards") and len(parts) == 2) or (
        parts[0] == "components" and len(parts) in (2, 4) and parts[2:3] in ([], ["kinds"])
    )
