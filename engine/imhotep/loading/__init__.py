"""From a reference to a composed ruleset: projects, files, what extends what."""
