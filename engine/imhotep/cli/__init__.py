"""The `imhotep` command."""
