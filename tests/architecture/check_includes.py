#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Homeward authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares every #include under core, ui and app with dependencies.txt, and their order with the style."""

import argparse
import os
import re
import subprocess
import sys

import repository

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
CONDITION = re.compile(r"^\s*#\s*if")
MODULE_CALL = re.compile(r"homeward_add_module\(\s*(\w+)([^)]*)\)")
CMAKE_WORD = re.compile(r"^[A-Z]+$")
FOLDERS = ("core/", "ui/", "app/")
NAMED_LIBRARIES = {"nlohmann/": "nlohmann", "yaml-cpp/": "yaml-cpp", "brotli/": "brotli",
                   "zlib.h": "zlib", "zstd.h": "zstd", "sodium.h": "sodium", "sodium/": "sodium",
                   "openssl/": "openssl", "simdjson": "simdjson"}
# The groups of style.md, in their order. Libraries stand beside Qt, the system beside the
# standard library; each in a block of its own or in one block with its neighbour.
RANKS = {"own header": 0, "project": 1, "Qt": 2, "library": 2, "standard": 3, "system": 3}


class Table:
    """The dependency table: for each module the modules, headers and libraries it may include."""

    def __init__(self, text):
        self.modules = {}
        self.libraries = {}
        for line in text.splitlines():
            line = line.split("#")[0].strip()
            if not line:
                continue
            module, _, rest = line.partition(":")
            modules, _, libraries = rest.partition("|")
            self.modules[module.strip()] = set(modules.split())
            self.libraries[module.strip()] = set(libraries.split())

    def admits_header(self, module, header):
        allowed = self.modules[module]
        return bool({"*", header, header.split("/")[0]} & allowed) or header.split("/")[0] == module

    def admits_library(self, module, library):
        return bool({"*", library} & self.libraries[module])


class QtHeaders:
    """Tells which Qt module a header belongs to, by looking into Qt's include folder."""

    def __init__(self, folder):
        self.modules = {}
        for module in sorted(os.listdir(folder)):
            path = os.path.join(folder, module)
            if module.startswith("Qt") and os.path.isdir(path):
                for header in os.listdir(path):
                    self.modules.setdefault(header, module)

    def module_of(self, header):
        """The module, "Qt" for a Qt header that is not installed, or None for any other header."""
        folder, _, name = header.rpartition("/")
        if folder.startswith("Qt"):
            return folder.split("/")[0]
        if re.match(r"^Q[A-Z]\w*$|^q\w+\.h$|^Qt\w*$", header):
            return self.modules.get(name, "Qt")
        return None


def kind_and_library(header, qt_headers):
    """The group of a header in angle brackets, and the library that provides it."""
    qt_module = qt_headers.module_of(header)
    if qt_module:
        return "Qt", qt_module
    for beginning, library in NAMED_LIBRARIES.items():
        if header.startswith(beginning):
            return "library", library
    # The compiler's own: the standard library, and the intrinsics of a processor.
    if re.match(r"^([a-z_]+|\w*mmintrin\.h|arm_neon\.h)$", header):
        return "standard", None
    return "system", "system"


def module_of_file(name):
    parts = name.split("/")
    return parts[1] if parts[0] == "core" else parts[0]


def own_header(name):
    path = name[len("core/"):] if name.startswith("core/") else name
    return re.sub(r"\.cpp$", ".h", path)


def problems_of_file(name, lines, table, qt_headers):
    module = module_of_file(name)
    if module not in table.modules:
        return ["%s:1: the module %s is not in dependencies.txt" % (name, module)]
    problems = []
    order = BlockOrder()
    for number, line in enumerate(lines, 1):
        place = "%s:%d: " % (name, number)
        found = INCLUDE.match(line)
        if not found:
            order.other_line(line)
            continue
        quote, header = found.groups()
        if header.endswith(".moc") or header.startswith("moc_"):
            continue
        if quote == '"':
            kind = "own header" if header == own_header(name) else "project"
            if header.split("/")[0] not in table.modules or "/" not in header:
                problems.append(place + '"%s" does not begin with a module' % header)
            elif not table.admits_header(module, header):
                problems.append(place + '%s may not include "%s"' % (module, header))
        else:
            kind, library = kind_and_library(header, qt_headers)
            if library and not table.admits_library(module, library):
                problems.append(place + "%s may not use %s (<%s>)" % (module, library, header))
        fault = order.include(kind)
        if fault:
            problems.append(place + fault)
    return problems


class BlockOrder:
    """Follows the blocks of includes of one file: own header, project, Qt, standard library."""

    def __init__(self):
        self.block = []
        self.last_rank = -1
        self.is_over = False

    def other_line(self, line):
        # Includes inside a condition cannot keep the groups.
        self.is_over = self.is_over or bool(CONDITION.match(line))
        if not line.strip() and self.block:
            self.last_rank = RANKS[self.block[-1]]
            self.block = []

    def include(self, kind):
        if self.is_over:
            return None
        rank = RANKS[kind]
        fault = None
        if self.block and RANKS[self.block[-1]] != rank:
            fault = "the groups %s and %s share a block of includes" % (self.block[-1], kind)
        elif not self.block and (rank < self.last_rank or rank == self.last_rank <= 1):
            fault = "the group %s comes too late: own header, project, Qt, standard library" % kind
        self.block.append(kind)
        return fault


def problems_of_cmake(name, text, table):
    """The modules that a CMakeLists.txt links must be in the table as well."""
    problems = []
    for module, arguments in MODULE_CALL.findall(re.sub(r"#.*", "", text)):
        is_dependency = False
        for word in arguments.split():
            if CMAKE_WORD.match(word):
                is_dependency = word == "DEPENDS"
            elif is_dependency and not table.admits_header(module, word):
                problems.append("%s: %s may not depend on %s" % (name, module, word))
    return problems


def find_problems(root, table, qt_headers):
    problems = []
    for name in repository.tracked_files(root):
        if name.startswith(FOLDERS) and repository.is_cpp(name):
            lines = repository.read_lines(root, name)
            problems += problems_of_file(name, lines, table, qt_headers)
        elif name.startswith("core/") and name.endswith("/CMakeLists.txt"):
            text = "\n".join(repository.read_lines(root, name))
            problems += problems_of_cmake(name, text, table)
    return problems


def qt_include_folder():
    for program in ("qmake6", "qtpaths6"):
        try:
            return subprocess.run([program, "-query", "QT_INSTALL_HEADERS"], check=True,
                                  stdout=subprocess.PIPE, text=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            continue
    sys.exit("check_includes.py: where Qt's headers are is unknown; name the folder in --qt-include")


def read_table(path=os.path.join(os.path.dirname(os.path.abspath(__file__)), "dependencies.txt")):
    with open(path, encoding="utf-8") as handle:
        return Table(handle.read())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=repository.ROOT, help="the tree to check (default: this one)")
    parser.add_argument("--qt-include", help="the folder that holds QtCore (default: qmake6 knows)")
    options = parser.parse_args()
    qt_headers = QtHeaders(options.qt_include or qt_include_folder())
    sys.exit(repository.finish(find_problems(options.root, read_table(), qt_headers)))


if __name__ == "__main__":
    main()
