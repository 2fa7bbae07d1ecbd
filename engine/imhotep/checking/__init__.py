"""All checks of what designers write, behind one door: for the command line, for language servers, for web editors."""
