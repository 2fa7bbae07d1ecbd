"""What a seat may not see, and how to change just that in a state. Told from a program alone, for any game."""

from collections import defaultdict
from collections.abc import Iterable
from random import Random

from imhotep import Game
from imhotep.program.memory import DECISION, Place
from imhotep.program.program import Program


def unseen(program: Program, seat: int) -> list[int]:
    """The places whose pieces a seat does not see."""
    me = program.seats[seat - 1]
    return [
        place
        for area in program.areas
        for place, owner in zip(area.places, area.owners, strict=True)
        if area.seen_by == "nobody" or (area.seen_by == "owner" and not (area.per_seat and owner == me))
    ]


def shown(game: Game) -> list[int]:
    """The hidden places among whose pieces the deciding seat chooses now, which it sees for that."""
    decision, program = game.decision, game.program
    assert decision is not None
    ways = program.decisions[game.state[DECISION] - 1].ways
    payloads = [option.payload for option in decision.options if ways[option.way].hidden]
    picked_from = {(payload["area"], payload.get("of", "")) for payload in payloads}
    return [
        place
        for area in program.areas
        for place, owner in zip(area.places, area.owners, strict=True)
        if (area.id.rpartition(".")[2], owner) in picked_from
    ]


def redeal(program: Program, state: list[int], places: Iterable[int], choices: Random) -> None:
    """Deal the pieces of these places anew among them; each keeps as many, and its gaps where they are.

    What may lie in a seat's own place only is dealt among that seat's places.
    """
    together: defaultdict[tuple[int, int], list[Place]] = defaultdict(list)
    for number in places:
        place = program.places[number]
        together[place.family, place.seat].append(place)
    for mixed in together.values():
        pieces = [piece for place in mixed for piece in taken_up(program, place, state)]
        choices.shuffle(pieces)
        for place in mixed:
            lay_down(program, place, state, pieces)


def taken_up(program: Program, place: Place, state: list[int]) -> list[int]:
    """The pieces of a place as a cell would name them: class plus 1, or an individual's number."""
    addresses = place.addresses()
    if place.kind == "pool" and not program.families[place.family].individuals:
        codes = [i * place.divisor + max(place.seat - 1, 0) + 1 for i in range(len(addresses))]
        return [code for code, address in zip(codes, addresses, strict=True) for _ in range(state[address])]
    return [state[address] for address in addresses if state[address]]


def lay_down(program: Program, place: Place, state: list[int], pieces: list[int]) -> None:
    """As many pieces as lay there, from the front of the list, which they leave."""
    family, addresses = program.families[place.family], place.addresses()
    amount = len(taken_up(program, place, state))
    mine, pieces[:amount] = pieces[:amount], []
    if place.kind == "pool":
        spots = [place.start + (code - 1) // place.divisor for code in mine]
        for address in addresses:
            state[address] = 0
        for spot, code in zip(spots, mine, strict=True):
            state[spot] = code if family.individuals else state[spot] + 1
    else:
        spots = [address for address in addresses if state[address]]
        for spot, code in zip(spots, mine, strict=True):
            state[spot] = code
    if family.where:
        for spot, code in zip(spots, mine, strict=True):
            state[family.where + code - 1] = spot


def in_state(game: Game, state: list[int]) -> Game:
    """The same game in another state."""
    other = game.copy()
    other._state, other._decision = state, None
    return other
