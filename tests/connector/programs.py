"""Runs the programs of the npm packages beside this file."""

import os
import subprocess

from service import FOLDER

PACKAGES = FOLDER / "node_modules"


def node_program(name, *arguments, on_line=None, environment=()):
    """Runs a program to its end. Returns its exit code and all that it printed; `on_line` sees each
    line as it comes."""
    path = os.pathsep.join([*map(str, PACKAGES.glob("node-*/bin")), os.environ["PATH"]])
    command = [PACKAGES / ".bin" / name, *arguments]
    environment = {**os.environ, "PATH": path, **dict(environment)}
    output = subprocess.STDOUT
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=output, text=True) as process:
        printed = []
        for line in process.stdout:
            printed.append(line)
            if on_line:
                on_line(line)
    return process.returncode, "".join(printed)
