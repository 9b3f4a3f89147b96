# SPDX-FileCopyrightText: 2026 The Homeward authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the repository checks share: which files there are, their kinds, and how a check ends."""

import argparse
import os
import subprocess
import sys

CPP_ENDINGS = (".cpp", ".h")
LEFT_OUT_FOLDERS = {"build", "node_modules", "__pycache__"}
# Recorded bytes of other programs: they stay as they were sent.
DATA_FOLDER = "tests/data/"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def tracked_files(root):
    """Paths below root, with slashes: what git tracks, or every file where there is no git."""
    if os.path.exists(os.path.join(root, ".git")):
        listing = subprocess.run(
            ["git", "-c", "safe.directory=*", "-C", root, "ls-files", "-z"],
            check=True, stdout=subprocess.PIPE).stdout
        names = [name for name in listing.decode("utf-8").split("\0") if name]
    else:
        names = list(walk(root))
    return sorted(name for name in names if is_plain_file(os.path.join(root, name)))


def is_plain_file(path):
    return os.path.isfile(path) and not os.path.islink(path)


def walk(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders
                      if name not in LEFT_OUT_FOLDERS and not name.startswith("build-")]
        for name in files:
            yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")


def is_cpp(name):
    return name.endswith(CPP_ENDINGS)


def read_bytes(root, name):
    with open(os.path.join(root, name), "rb") as handle:
        return handle.read()


def read_lines(root, name):
    return read_bytes(root, name).decode("utf-8", "replace").splitlines()


def finish(problems, notes=()):
    """Prints what was found, one line each, and returns the exit code."""
    for note in notes:
        print("note: " + note)
    for problem in problems:
        print(problem)
    print("%d problems" % len(problems))
    return 1 if problems else 0


def main(find, description):
    """The command line of a check that needs nothing but the tree; find(root) gives problems."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--root", default=ROOT, help="the tree to check (default: this one)")
    problems = find(parser.parse_args().root)
    sys.exit(finish(problems))
