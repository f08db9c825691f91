"""Tool-info module of Hardbop for BenchExec (https://github.com/sosy-lab/benchexec).

BenchExec asks it where the tool is, which command checks a task, and what the output means.
"""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Hardbop, a software model checker for C."""

    REQUIRED_PATHS = ["bin"]

    # What hardbop check --format svcomp prints, a line for each property.
    RESULTS = {
        "true": result.RESULT_TRUE_PROP,
        "false(unreach-call)": result.RESULT_FALSE_REACH,
        "unknown": result.RESULT_UNKNOWN,
    }

    def executable(self, tool_locator):
        return tool_locator.find_executable("hardbop", subdir="bin")

    def name(self):
        return "Hardbop"

    def version(self, executable):
        return self._version_from_tool(executable, arg="version", line_prefix="hardbop").split(" ")[0]

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", "-q", "--no-config", "--format", "svcomp"]
        if task.property_file:
            command += ["--spec", task.property_file]
        data_model = (task.options or {}).get("data_model")
        if data_model:
            command += ["--data-model", data_model]
        return command + list(options) + list(task.input_files_or_identifier)

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        # 0, 1 and 2 are verdicts; 3 is wrong input, 4 an internal error.
        if run.exit_code.value not in (0, 1, 2):
            return "{} (exit code {})".format(result.RESULT_ERROR, run.exit_code.value or run.exit_code.signal)
        for line in reversed(list(run.output)):
            verdict = self.RESULTS.get(line.strip())
            if verdict:
                return verdict
        return result.RESULT_UNKNOWN
