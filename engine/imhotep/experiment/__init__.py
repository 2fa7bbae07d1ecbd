"""Many games: simulate, compare, and the figures that come out of them."""
