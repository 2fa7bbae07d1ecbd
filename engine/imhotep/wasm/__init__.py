"""Programs printed as WebAssembly: the second back end, for many games at native speed."""
