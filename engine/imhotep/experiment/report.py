"""Simulations and comparisons as plain text for people: tables of at most 80 columns, without colours."""

from collections.abc import Sequence
from itertools import batched
