#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Homeward authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that each repository check fails where it must, and only there, on small bad trees."""

import os
import subprocess
import sys
import tempfile
import unittest

import check_includes
import check_licences
import check_links
import check_sizes
import check_text

SLASH_LINES = "".join("// %s\n" % line for line in check_licences.LINES)
HASH_LINES = "".join("# %s\n" % line for line in check_licences.LINES)


class TreeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as handle:
            handle.write(text if isinstance(text, bytes) else text.encode("utf-8"))


class IncludesTest(TreeTest):
    def setUp(self):
        super().setUp()
        for header in ("QtCore/QString", "QtNetwork/QTcpSocket", "QtSql/QSqlQuery", "QtCore/qobject.h"):
            self.write("qt/" + header, "")
        self.qt_headers = check_includes.QtHeaders(os.path.join(self.root, "qt"))

    def problems(self, name, *lines):
        self.write(name, "\n".join(lines) + "\n")
        return check_includes.find_problems(self.root, check_includes.read_table(), self.qt_headers)

    def check_one_problem(self, words, name, *lines):
        problems = self.problems(name, *lines)
        self.assertEqual(len(problems), 1, problems)
        self.assertIn(words, problems[0])

    def test_acceptsAllGroupsInOrder(self):
        self.assertEqual(self.problems(
            "core/storage/store.cpp", '#include "storage/store.h"', "", '#include "base/result.h"',
            '#include "config/router_config.h"', "", "#include <QSqlQuery>", "#include <QString>", "",
            "#include <nlohmann/json.hpp>", "#include <sodium.h>", "", "#include <string>"), [])

    def test_acceptsConditionalIncludesAfterTheGroups(self):
        self.assertEqual(self.problems(
            "core/net/a.cpp", "#include <string>", "", "#if QT_VERSION >= 0x060800",
            "#include <QTcpSocket>", "#endif"), [])

    def test_acceptsIntrinsicsInPureModule(self):
        self.assertEqual(self.problems(
            "core/protocol/a.h", "#include <cstddef>", "", "#ifdef __SSE2__", "#include <emmintrin.h>",
            "#endif"), [])

    def test_refusesModuleOutsideTheTable(self):
        self.check_one_problem('base may not include "domain/node.h"',
                               "core/base/a.cpp", '#include "domain/node.h"')

    def test_refusesModuleAboveInAHeader(self):
        self.check_one_problem('http may not include "engine/engine.h"',
                               "core/http/a.h", '#include "engine/engine.h"')

    def test_refusesHeaderThatIsNotAmongThoseOfTheWindow(self):
        self.check_one_problem('ui may not include "engine/router_engine.h"',
                               "ui/a.cpp", '#include "engine/engine.h"', '#include "engine/router_engine.h"')

    def test_acceptsEverythingInApp(self):
        self.assertEqual(self.problems("app/a.cpp", '#include "engine/x.h"', "", "#include <QSqlQuery>"), [])

    def test_refusesPathWithoutModule(self):
        self.check_one_problem('"node.h" does not begin with a module', "core/domain/a.cpp", '#include "node.h"')

    def test_refusesModuleThatIsUnknown(self):
        self.check_one_problem("the module utils is not in", "core/utils/a.cpp", "#include <string>")

    def test_refusesQtNetworkInPureModule(self):
        self.check_one_problem("domain may not use QtNetwork", "core/domain/a.cpp", "#include <QTcpSocket>")

    def test_refusesQtNetworkByItsLongName(self):
        self.check_one_problem("domain may not use QtNetwork",
                               "core/domain/a.cpp", "#include <QtNetwork/QTcpSocket>")

    def test_refusesQtHeaderOfNoKnownModule(self):
        self.check_one_problem("domain may not use Qt ", "core/domain/a.cpp", "#include <QUnheardOf>")

    def test_refusesSystemHeaderInPureModule(self):
        self.check_one_problem("protocol may not use system", "core/protocol/a.cpp", "#include <unistd.h>")

    def test_refusesForeignLibrary(self):
        self.check_one_problem("protocol may not use yaml-cpp",
                               "core/protocol/a.cpp", "#include <yaml-cpp/yaml.h>")

    def test_refusesStandardLibraryBeforeQt(self):
        self.check_one_problem("the group Qt comes too late",
                               "core/base/a.cpp", "#include <string>", "", "#include <QString>")

    def test_refusesMixedBlock(self):
        self.check_one_problem("share a block",
                               "core/base/a.cpp", "#include <QString>", "#include <string>")

    def test_refusesOwnHeaderAfterOthers(self):
        self.check_one_problem("the group own header comes too late", "core/base/a.cpp",
                               '#include "base/b.h"', "", '#include "base/a.h"')

    def test_refusesTwoBlocksOfProjectHeaders(self):
        self.check_one_problem("the group project comes too late", "core/domain/a.cpp",
                               '#include "base/b.h"', "", '#include "domain/c.h"')

    def test_refusesDependencyInCMake(self):
        self.check_one_problem("domain may not depend on config", "core/domain/CMakeLists.txt",
                               "homeward_add_module(domain SOURCES a.cpp DEPENDS base config LIBRARIES x)")


class LicencesTest(TreeTest):
    def check(self, name, text, is_good):
        self.write(name, text)
        self.assertEqual(len(check_licences.find_problems(self.root)), 0 if is_good else 1)

    def test_acceptsSlashes(self):
        self.check("a.cpp", SLASH_LINES + "\nint a;\n", True)

    def test_acceptsHashesAfterTheInterpreter(self):
        self.check("tool", "#!/bin/sh\n" + HASH_LINES, True)

    def test_acceptsWhatIsNoSource(self):
        self.check("notes.md", "words\n", True)

    def test_acceptsRecordedData(self):
        self.check("tests/data/sample.js", "words\n", True)

    def test_refusesEmptySource(self):
        self.check("a.h", "", False)

    def test_refusesOneLineOnly(self):
        self.check("CMakeLists.txt", HASH_LINES.splitlines()[0] + "\n", False)

    def test_refusesOtherLicence(self):
        self.check("a.qml", SLASH_LINES.replace("GPL-3.0-or-later", "MIT"), False)

    def test_refusesScriptWithoutEnding(self):
        self.check("tool", "#!/usr/bin/env python3\nprint()\n", False)

    def test_refusesLinesFurtherDown(self):
        self.check("a.py", "import os\n" + HASH_LINES, False)


class SizesTest(TreeTest):
    def check(self, name, count, problems, notes):
        self.write(name, "x\n" * count)
        found = check_sizes.find_problems(self.root)
        self.assertEqual([len(part) for part in found], [problems, notes])

    def test_acceptsHeaderAtTheSoftLimit(self):
        self.check("core/base/a.h", 150, 0, 0)

    def test_notesHeaderOverTheSoftLimit(self):
        self.check("core/base/a.h", 151, 0, 1)

    def test_refusesHeaderOverTheHardLimit(self):
        self.check("core/base/a.h", 301, 1, 0)

    def test_notesSourceAtTheHardLimit(self):
        self.check("app/a.cpp", 700, 0, 1)

    def test_refusesSourceOverTheHardLimit(self):
        self.check("app/a.cpp", 701, 1, 0)

    def test_notesLongTest(self):
        self.check("tests/base/tst_a.cpp", 701, 0, 1)


class TextTest(TreeTest):
    def check(self, name, text, words=None):
        self.write(name, text)
        problems = check_text.find_problems(self.root)
        self.assertEqual(len(problems), 1 if words else 0, problems)
        if words:
            self.assertIn(words, problems[0])

    def test_acceptsNumberedOpenEnd(self):
        self.check("a.cpp", "// TO" "DO(#12): more\n")

    def test_acceptsTabsOutsideCpp(self):
        self.check("a.md", "a\tb\n")

    def test_refusesOpenEndWithoutNumber(self):
        self.check("a.cpp", "// TO" "DO: more\n", "without an issue number")

    def test_refusesOpenEndWithAName(self):
        self.check("tool", "#!/bin/sh\n# FIX" "ME(me): more\n", "without an issue number")

    def test_refusesSpacesAtLineEnd(self):
        self.check("a.md", "words \n", "a.md:1: spaces")

    def test_refusesTab(self):
        self.check("a.h", "int\ta;\n", "a tab")

    def test_refusesForeignLineEnd(self):
        self.check("a.py", b"a = 1\r\n", "another system")

    def test_refusesMissingLastLineEnd(self):
        self.check("a.h", "int a;", "no end")


class LinksTest(unittest.TestCase):
    """Needs the folder of Qt's libraries in QT_LIBRARIES: Qt Widgets is the bad sample."""

    def test_acceptsProgramWithoutWindow(self):
        self.assertEqual(check_links.find_problems("/bin/sh"), [])

    def test_refusesGui(self):
        widgets = os.path.join(os.environ["QT_LIBRARIES"], "libQt6Widgets.so.6")
        self.assertIn("libQt6Gui.so.6", " ".join(check_links.find_problems(widgets)))

    def test_refusesWhatIsNoProgram(self):
        self.assertNotEqual(check_links.find_problems(__file__), [])


class AcceptanceTest(TreeTest):
    """packaging/acceptance, with a suite that says what a test tells it."""

    def run_command(self, outcomes, left_out=""):
        suite = [{"id": check, "outcome": outcome, "reason": ""} for check, outcome in outcomes.items()]
        self.write("shared/acceptance/run.py", "import json, sys\n"
                   "path = sys.argv[sys.argv.index('--json') + 1]\n"
                   "json.dump({'checks': %r}, open(path, 'w'))\n" % suite)
        self.write("tree/tests/acceptance-groups.txt", "A- B-\n")
        self.write("tree/tests/acceptance-left-out.txt", left_out)
        here = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(here, "..", "..", "packaging", "acceptance"), encoding="utf-8") as handle:
            self.write("tree/packaging/acceptance", handle.read())
        answer = subprocess.run(
            [sys.executable, os.path.join(self.root, "tree/packaging/acceptance"), "--daemon", "/bin/sh"],
            stdout=subprocess.PIPE, text=True)
        return answer.returncode, answer.stdout.splitlines()[-1]

    def test_countsWhatTheSuiteFound(self):
        self.assertEqual(self.run_command({"A-1": "ok", "A-2": "ok"}), (0, "2 passed, 0 failed, 0 left out"))
        self.assertEqual(self.run_command({"A-1": "ok", "A-2": "FAIL"}), (1, "1 passed, 1 failed, 0 left out"))
        self.assertEqual(self.run_command({"A-1": "ok", "A-2": "skip"}), (0, "1 passed, 0 failed, 1 left out"))

    def test_leavesOutWhatIsListed(self):
        self.assertEqual(self.run_command({"A-1": "ok", "A-2": "FAIL"}, "A-2: providers\n"),
                         (0, "1 passed, 0 failed, 1 left out"))

    def test_refusesAListThatIsNotTrue(self):
        for name, list_text in (("one that passes", "A-1: providers\n"), ("one that does not run", "C-1: later\n"),
                                ("one without a reason", "A-2\n")):
            with self.subTest(name):
                self.assertEqual(self.run_command({"A-1": "ok"}, list_text)[0], 1)

    def test_failsWhereNothingRan(self):
        self.assertEqual(self.run_command({}), (1, "0 passed, 1 failed"))


class CommandTest(TreeTest):
    """The exit codes that ctest sees."""

    def run_check(self, script, *arguments):
        here = os.path.dirname(os.path.abspath(__file__))
        return subprocess.run([sys.executable, os.path.join(here, script), *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT).returncode

    def test_everyCheckOfTheTreeFails(self):
        self.write("core/base/a.cpp", 'int\ta;\n#include "a.h"\n' + "x\n" * 800)
        self.write("qt/QtCore/QString", "")
        qt_include = ["--qt-include", os.path.join(self.root, "qt")]
        for script, more in (("check_includes.py", qt_include), ("check_licences.py", []),
                             ("check_sizes.py", []), ("check_text.py", [])):
            self.assertEqual(self.run_check(script, "--root", self.root, *more), 1, script)

    def test_everyCheckOfTheTreePasses(self):
        self.write("core/base/a.cpp", SLASH_LINES + "\n#include <QString>\n")
        self.write("qt/QtCore/QString", "")
        qt_include = ["--qt-include", os.path.join(self.root, "qt")]
        for script, more in (("check_includes.py", qt_include), ("check_licences.py", []),
                             ("check_sizes.py", []), ("check_text.py", [])):
            self.assertEqual(self.run_check(script, "--root", self.root, *more), 0, script)

    def test_linksCheckFails(self):
        self.assertEqual(self.run_check("check_links.py", __file__), 1)
        self.assertEqual(self.run_check("check_links.py", "/bin/sh"), 0)


if __name__ == "__main__":
    unittest.main()
