"""Laying variants and settings over a ruleset. Works on nodes; reads no files."""
