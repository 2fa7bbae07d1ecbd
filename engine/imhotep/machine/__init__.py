"""Runs programs: state, decisions, chance, views. Needs nothing but a program."""
