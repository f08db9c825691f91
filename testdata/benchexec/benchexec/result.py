"""The results that BenchExec knows, as far as they are used."""

RESULT_TRUE_PROP = "true"
RESULT_FALSE_REACH = "false(unreach-call)"
RESULT_UNKNOWN = "unknown"
RESULT_ERROR = "ERROR"
RESULT_TIMEOUT = "TIMEOUT"
