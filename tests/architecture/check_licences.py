#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Homeward authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks for the two SPDX lines at the top of every tracked source file."""

import re

import repository

LINES = ["SPDX-FileCopyrightText: 2026 The Homeward authors",
         "SPDX-License-Identifier: GPL-3.0-or-later"]
SLASH_ENDINGS = (".cpp", ".h", ".qml", ".js", ".mjs", ".ts")
HASH_ENDINGS = (".cmake", ".py", ".sh", "CMakeLists.txt")


def comment_of(name, first_line):
    """How a comment begins in this kind of file; None where the file is no source."""
    if name.endswith(SLASH_ENDINGS):
        return "// "
    if name.endswith(HASH_ENDINGS):
        return "# "
    if first_line.startswith("#!"):
        return "// " if re.search(r"\bnode\b", first_line) else "# "
    return None


def find_problems(root):
    problems = []
    for name in repository.tracked_files(root):
        if name.startswith(repository.DATA_FOLDER):
            continue
        lines = repository.read_lines(root, name)[:3]
        comment = comment_of(name, lines[0] if lines else "")
        if comment is None:
            continue
        if lines and lines[0].startswith("#!"):
            lines = lines[1:]
        if lines[:2] != [comment + line for line in LINES]:
            problems.append("%s:1: the two SPDX lines are not at the top" % name)
    return problems


if __name__ == "__main__":
    repository.main(find_problems, __doc__)
