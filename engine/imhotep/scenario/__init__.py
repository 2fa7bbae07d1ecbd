"""Scenarios: given, when, then, written in YAML beside a ruleset."""
