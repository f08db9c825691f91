"""Where BenchExec keeps tool-info modules."""
