#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Homeward authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Notes files over the soft limits of their kind, and fails for those over the hard limits."""

import argparse
import sys

import repository

# ending: soft limit, hard limit, in lines.
LIMITS = {".h": (150, 300), ".cpp": (400, 700), ".qml": (200, 400)}
# Tables of cases are long by nature: a test is noted, and no more.
STRICT_FOLDERS = ("core/", "ui/", "app/")


def find_problems(root):
    """Problems and notes."""
    problems, notes = [], []
    for name in repository.tracked_files(root):
        for ending, (soft, hard) in LIMITS.items():
            if not name.endswith(ending):
                continue
            count = len(repository.read_lines(root, name))
            if count > hard and name.startswith(STRICT_FOLDERS):
                problems.append("%s:1: %d lines, at most %d: find the second idea" % (name, count, hard))
            elif count > soft:
                notes.append("%s has %d lines, more than %d" % (name, count, soft))
    return problems, notes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=repository.ROOT, help="the tree to check (default: this one)")
    sys.exit(repository.finish(*find_problems(parser.parse_args().root)))


if __name__ == "__main__":
    main()
