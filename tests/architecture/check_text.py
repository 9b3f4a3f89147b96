#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Homeward authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks for open ends without an issue number, spaces at line ends, tabs, and foreign line ends."""

import re

import repository

TEXT_ENDINGS = (".cpp", ".h", ".qml", ".py", ".sh", ".cmake", ".txt", ".md", ".json", ".js", ".mjs",
                ".ts", ".yaml", ".yml", ".css", ".html", ".service", ".desktop")
CODE_ENDINGS = (".cpp", ".h", ".qml", ".py", ".sh", ".cmake", ".js", ".mjs", ".ts", "CMakeLists.txt")
# The words are put together here so that this file does not hold them itself.
OPEN_END = re.compile(r"\b(%s)\b(?!\(#\d+\):)" % "|".join(["TO" "DO", "FIX" "ME", "XX" "X", "HA" "CK"]))


def is_code(name, data):
    return name.endswith(CODE_ENDINGS) or data.startswith(b"#!")


def problems_of_line(line, name, data):
    if line.endswith("\r"):
        yield "a line end of another system"
        line = line[:-1]
    if line != line.rstrip():
        yield "spaces at the end of the line"
    if "\t" in line and repository.is_cpp(name):
        yield "a tab"
    if is_code(name, data):
        open_end = OPEN_END.search(line)
        if open_end:
            yield "%s without an issue number: %s(#number): ..." % ((open_end.group(1),) * 2)


def find_problems(root):
    problems = []
    for name in repository.tracked_files(root):
        data = repository.read_bytes(root, name)
        if name.startswith(repository.DATA_FOLDER):
            continue
        if not name.endswith(TEXT_ENDINGS) and not data.startswith(b"#!"):
            continue
        for number, line in enumerate(data.decode("utf-8", "replace").split("\n"), 1):
            problems += ["%s:%d: %s" % (name, number, fault)
                         for fault in problems_of_line(line, name, data)]
        if data and not data.endswith(b"\n"):
            problems.append("%s: the last line has no end" % name)
    return problems


if __name__ == "__main__":
    repository.main(find_problems, __doc__)
