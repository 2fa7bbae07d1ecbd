"""From blocks with known names and types to instructions cut at decisions; plans."""
