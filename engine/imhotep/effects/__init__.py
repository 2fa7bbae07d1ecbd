"""The effect language: text to syntax tree and back. It knows no names; `imhotep.compile` gives them meaning."""
