#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Homeward authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes sure that a program links no library of a graphical desktop, neither itself nor through others."""

import argparse
import re
import subprocess
import sys

import repository

GRAPHICAL = re.compile(r"^\s*(lib(?:Qt6(?:Gui|Widgets|Qml\w*|Quick\w*|OpenGL\w*)|X11|xcb|GL|EGL|"
                       r"wayland-\w+)\.so\S*)")
LIBRARY = re.compile(r"^\s*\S+\.so\S*")


def find_problems(binary):
    answer = subprocess.run(["ldd", binary], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = answer.stdout.splitlines()
    if answer.returncode != 0 or not any(LIBRARY.match(line) for line in lines):
        return ["%s: ldd names no library: %s" % (binary, answer.stdout.strip())]
    return ["%s links %s" % (binary, found.group(1)) for found in map(GRAPHICAL.match, lines) if found]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", help="the program, as it was built")
    sys.exit(repository.finish(find_problems(parser.parse_args().binary)))


if __name__ == "__main__":
    main()
