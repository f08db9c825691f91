"""A stub of what BenchExec has for tool-info modules, for tests without it."""
