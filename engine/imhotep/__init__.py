"""A rules engine for board games whose rules are data."""
