"""The base class of tool-info modules, with the parts that are used."""

import subprocess


class BaseTool2:
    def _version_from_tool(self, executable, arg="--version", line_prefix=None):
        out = subprocess.run([executable, arg], stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout
        for line in out.splitlines():
            if line.startswith(line_prefix):
                return line[len(line_prefix):].strip()
        return ""
