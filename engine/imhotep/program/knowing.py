"""What back ends can tell of the places in a program's instructions before they run."""

from imhotep.program.instructions import Code
from imhotep.program.memory import Place
from imhotep.program.program import Program


class Knowing:
    """Knows the places of one program."""

    def __init__(self, program: Program) -> None:
        self._places = program.places
        self._families = program.families
        self.within: dict[int, range] = {}
        """Variables that are known to be one of some places."""
        self._areas = {area.places[0]: area.places for area in program.areas if area.places}

    def meant(self, place: Code) -> tuple[Place, ...]:
        """The place, or all places of an area, one after the other and of one sort, of which it is one. None if it
        may be any."""
        if isinstance(place, int):
            return (self._places[place],)
        if place[0] == "local" and place[1] in self.within:
            found = tuple(self._places[number] for number in self.within[place[1]])
            return found if len({(place.kind, place.family) for place in found}) == 1 else ()
        if place[0] != "offset" or not isinstance(place[1], int):
            return ()
        first = place[1] + 1
        numbers = self._areas.get(first)
        if numbers is None or numbers != tuple(range(first, first + len(numbers))):
            return ()
        found = tuple(self._places[number] for number in numbers)
        return found if len({place.kind for place in found}) == 1 else ()

    def sort(self, place: Code) -> str:
        """What sort of place it is; "" if that is not known."""
        found = self.meant(place)
        return found[0].kind if found else ""

    def has_counters(self, place: Code) -> bool:
        """Whether it is known to be a pool that counts its pieces."""
        found = self.meant(place)
        return bool(found) and found[0].kind == "pool" and not self._families[found[0].family].individuals

    def may_repeat(self, domain: Code) -> bool:
        """Whether equal pieces may come up twice in a domain; a pool has one counter for all of them."""
        assert isinstance(domain, tuple)
        if domain[0] == "pieces":
            return self.sort(domain[1]) != "pool"
        return domain[0] in ("pieces_of", "top_pieces")
