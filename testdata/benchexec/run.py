"""Does what BenchExec does with the tool-info module: run.py HARDBOP MODULE-DIR PROPERTY FILE..."""

import subprocess
import sys
from collections import namedtuple

ExitCode = namedtuple("ExitCode", "value signal")
Run = namedtuple("Run", "exit_code output was_timeout")
Task = namedtuple("Task", "input_files_or_identifier property_file options")


class Locator:
    def __init__(self, path):
        self.path = path

    def find_executable(self, name, subdir):
        assert (name, subdir) == ("hardbop", "bin")
        return self.path


def answer(tool, executable, file, prop):
    task = Task([file], prop, {"language": "C", "data_model": "ILP32"})
    command = tool.cmdline(executable, ["--encoding", "small"], task, None)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    return tool.determine_result(Run(ExitCode(done.returncode, None), done.stdout.splitlines(True), False))


sys.path.insert(0, sys.argv[2])
from hardbop import Tool  # noqa: E402

tool = Tool()
executable = tool.executable(Locator(sys.argv[1]))
print(tool.name(), tool.version(executable))
for file in sys.argv[4:]:
    print(answer(tool, executable, file, sys.argv[3]))
print(tool.determine_result(Run(ExitCode(None, 9), [], False)))
print(tool.determine_result(Run(ExitCode(0, None), ["true\n"], True)))
