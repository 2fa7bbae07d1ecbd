"""From a composed ruleset to a program for one table: declarations, names and types, plans, layout, lowering."""
