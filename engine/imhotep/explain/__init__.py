"""What a ruleset says and what became of it: composed, with the origin of each value, and compiled, as text."""
