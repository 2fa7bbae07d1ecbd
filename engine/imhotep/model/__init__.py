"""What a composed ruleset declares for one table of play, and where a state holds it."""
