"""What is done with findings about files: comments silence warnings, fixes become edits, edits are written."""
