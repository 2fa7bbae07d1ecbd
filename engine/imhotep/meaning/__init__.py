"""Gives the texts of a ruleset their meaning: names, types, instructions."""
