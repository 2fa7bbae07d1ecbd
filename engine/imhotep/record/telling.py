"""Games and events in words, one line for each thing that can be seen."""

from collections.abc import Iterator
from typing import Any

from imhotep.game.events import Event
from imhotep.record.transcript import Record, Step


def tell(record: Record) -> Iterator[str]:
    """A whole game."""
    yield from tell_heading(record)
    for step in record["steps"]:
        yield tell_step(step)
    yield from tell_end(record["end"])


def tell_heading(record: Record) -> Iterator[str]:
    """What is played."""
    yield "rules: " + " with ".join([record["ruleset"]["id"], *(v["id"] for v in record["variants"])])
    for setting in record["settings"]:
        yield f"setting: {setting}"
    yield "seats: " + ", ".join(f"{seat} ({record['deciders'].get(seat, 'unknown')})" for seat in record["seats"])
    for name in ("sides", "options"):
        if record[name]:
            yield f"{name}: " + ", ".join(f"{key} {_word(value)}" for key, value in record[name].items())
    yield f"seed: {record['seed']}"


def tell_step(step: Step) -> str:
    """An outcome of chance, a decision or points."""
    if "chance" in step:
        if step["chance"] == "shuffle":
            return f"chance: {step['pile']} is shuffled, from the bottom: " + ", ".join(step["order"])
        return f"chance: {step['value']} is drawn for {step['stream'].removeprefix('chance ')}"
    if "score" in step:
        return f"  {step['seat']} {step['points']:+d} {step['score']}"
    others = [option["id"] for option in step["options"] if option["id"] != step["taken"]]
    rest = f"not {', '.join(others)}" if others else "the only option"
    secretly = " secretly" if step.get("secret") else ""
    return f"{step['seat']}: {step['decision']} ={secretly} {step['taken']} ({rest})"


def tell_end(end: dict[str, Any]) -> Iterator[str]:
    """How a game ended."""
    if "fault" in end:
        yield f"broke down after {end['decisions']} decisions: {end['fault']}"
        return
    yield f"{'end' if end['over'] else 'broken off'} after {end['decisions']} decisions"
    for score in end["scores"]:
        parts = ", ".join(f"{source} {points}" for source, points in score["by_source"].items())
        yield f"{score['seat']}: {score['points']}" + (f" = {parts}" if parts else "")
    if end["over"]:
        yield ("winner: " if len(end["winners"]) == 1 else "winners: ") + ", ".join(end["winners"])


def tell_event(event: Event) -> str:
    """Something that happened, with the place of what did it."""
    match event.kind:
        case "move":
            what = f"{event['piece']}: {event['from']} -> {event['to']}"
        case "score":
            what = f"{event['seat']} {event['points']:+d} {event['source']}"
        case "shuffle":
            what = f"{event['pile']} is shuffled"
        case "draw":
            what = f"{event['value']} is drawn"
        case "set":
            of = dict(event.details).get("key")
            what = f"{event['field']}{f' of {of}' if of else ''} = {_word(event['value'])}"
        case _:
            what = f"{event['effect']} begins"
    return f"    {what:<60}  {event.place}"


def _word(value: Any) -> str:
    if value is None:
        return "nothing"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
