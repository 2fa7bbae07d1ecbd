"""From a composed ruleset to a program for one table: puts the stages together."""
