"""The instructions of a program, as nested tuples: `("add", 1, ("local", 0))`. An integer stands for itself.

Every value is a signed 32-bit integer. A seat is 1 up to the number of players; a cell is its address; a counted piece
is the address of its cell, pile entry or counter; an individual and a board are their number from 1; a kind its number
from 1; a place its number in the program; a row or column is a place; a group the address of its first cell; 0 is
nothing.

A *segment* is a list of statements whose last one says where to go on; it runs without stopping. `src` is a number into
the program's list of sources (file:line:column).
"""

from typing import Any, TypeAlias

Code: TypeAlias = int | tuple[Any, ...]

VALUES = {
    "local": "slot: a variable of the frame",
    "load": "address",
    "add": "a b src", "sub": "a b src", "mul": "a b src: checked, leaving 32 bits is a fault",
    "div": "a b src: rounds down; by zero is a fault",
    "offset": "a b: address arithmetic, never checked",
    "min": "a b", "max": "a b",
    "eq": "a b", "ne": "a b", "lt": "a b", "le": "a b",
    "not": "a", "and": "a b ...", "or": "a b ...: short circuit",
    "choose": "condition a b",
    "lookup": "table index src: a table of the program, with what holds beyond its rows",
    "row_value": "table index: like lookup, for tables that are complete",
    "class": "piece: of a counted piece", "peek": "piece viewer: its class, where only that seat (or nobody) sees it",
    "where": "family individual: the address where it lies",
    "sure": "a src: a, or fails where it is nothing",
    "ok": "a: 1, or fails where a fails", "holds": "a: a, or 0 where it fails",
    "bit": "bits number", "set_bit": "bits number",
    "differ": "slot domain condition: not all that are left are equal",
    "line_of": "address axis: its row (0) or column (1); fails outside a grid",
    "number_of": "address: its number in its area, from 1", "line_number": "place: of a row or column, from 1",
    "count": "place: pieces in it", "room": "place: how many more it takes",
    "top": "place: last piece or nothing", "bottom": "place: first piece or nothing",
    "group_size": "cell: of the group it leads",
    "scored": "source seat: points so far; source -1 is all",
    "fold": "kind slot domain condition value: count any sum highest lowest first last",
}  # fmt: skip

DOMAINS = {
    "range": "low high",
    "seats": "seat: all, clockwise from there",
    "cells": "place: every cell",
    "pieces": "place: addresses of counted pieces in order",
    "things": "place: individuals in it",
    "pieces_of": "list thing: counted pieces in all areas of a thing",
    "things_of": "list thing: individuals in all areas of a thing",
    "top_pieces": "amount place: the top pieces of a pile, topmost first",
    "groups": "place: the first cell of each group",
    "list": "list index: numbers of a printed list",
}

STATEMENTS = {
    "set": "slot value",
    "store": "address value src",
    "move": "slot piece place src: a counted piece to the next free cell; slot (or -1) takes the new address",
    "move_to": "slot piece cell src",
    "send": "family individual place src", "send_to": "family individual cell src",
    "move_some": "least most class-condition-slot condition from to src: counted pieces, least to most of them",
    "send_some": "least most slot condition from to src: individuals",
    "score": "source seat amount src",
    "shuffle": "place stream src", "shuffle_into": "from to stream src",
    "draw": "slot type domain condition stream src: one at random, each piece alike; fails when there is none",
    "require": "condition src", "fault": "message src",
    "plan": "", "plan_end": "", "wall": "",
    "if": "condition then otherwise",
    "walk": "slot domain condition block",
    "repeat": "slot times block src", "until": "slot condition most block src",
    "attempt": "block otherwise: carry the block out if it can be, else undo it and do otherwise",
    "run": "procedure arguments: one that never stops",
    "switch": "value cases otherwise: cases are (number, block)",
    "return": "",
}  # fmt: skip

ENDS = {
    "goto": "segment",
    "branch": "condition segment segment",
    "jump": "value cases segment: cases are (number, segment)",
    "ask": "decision seat",
    "call": "procedure arguments segment", "tail": "procedure arguments",
    "possible": "segment yes no: try the plan that begins at segment",
    "next": "slot position left domain condition body done: one step of a loop that may stop",
    "return": "",
}  # fmt: skip
