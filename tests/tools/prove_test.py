#!/usr/bin/env python3
# soak
"""tools/clauses --prove: the mutants of ten clauses, other ones each day, are noticed; in a soak those of all clauses."""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests" / "proof")]
from named_mutants import Named  # noqa: E402
from proof import Proof  # noqa: E402
from prove import CRASHED, PROVED, REFUSED, SURVIVED, CFile, evidence_of, prove  # noqa: E402

BUILD = Path(os.environ["LAMMER"]).parent
DAY_S = 24 * 3600


def load_tool():
    loader = importlib.machinery.SourceFileLoader("clauses", str(ROOT / "tools" / "clauses"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("clauses", loader))
    loader.exec_module(module)
    return module


TRACE = load_tool().Trace(ROOT)

PROGRAM = """/* ZFB-1  What the whole file proves. */
static void helper(int n)
{
    assert_true(n);
}

/* ZFB-2  A comment above a case. */
static void first(void **state)
{
    helper(1);
}

static void second(void **state)
{
    static const row rows[] = {
        { "ZFB-3", 1 },
        { "ZFB-4", 2 },
    };
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(first), HOUSE_TEST(second) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
"""


class WhoseFailure(unittest.TestCase):
    """A test program that fails has not failed for every clause that it cites."""

    def noticed(self, said, clause, line):
        ids = load_tool().id_pattern({"ZFB-1": 0})
        return CFile(PROGRAM).noticed(said, clause, [line], ids)

    def test_whose(self):
        first, second = "[  FAILED  ] first\n", "[  FAILED  ] second\n"
        for said, clause, line, expected in (
            (first, "ZFB-1", 1, True),
            (first, "ZFB-2", 7, True),
            (second, "ZFB-2", 7, False),
            (second, "ZFB-3", 16, True),
            (second + "ZFB-4: expected 2\n", "ZFB-3", 16, False),
            (second + "ZFB-4: expected 2\n", "ZFB-4", 17, True),
            ("[ RUN      ] first\n[       OK ] first\n[ RUN      ] second\nAborted\n", "ZFB-2", 7, False),
            ("[ RUN      ] first\nAborted\n", "ZFB-2", 7, True),
        ):
            with self.subTest(said=said, clause=clause):
                self.assertEqual(self.noticed(said, clause, line), expected)

    def test_evidence(self):
        evidence = evidence_of(ROOT, TRACE.cited["MFB-6(n)(1)"])
        self.assertEqual(evidence[0].name, "round scripts")
        self.assertEqual(evidence[0].words[0], "deal")
        self.assertEqual(sorted(evidence, key=lambda one: one.cost), evidence)


class Proving(unittest.TestCase):
    def verdict(self, file, old, new, clause="VFB-RULES.7"):
        mutant = Named((clause,), file, (file,), old, new, "here:1")
        verdicts = list(prove(ROOT, BUILD, TRACE.ids, [mutant], TRACE.cited, {clause}))
        self.assertEqual(len(verdicts), 1)
        return verdicts[0].result

    def test_verdicts(self):
        push = "if (his == 22 && k->dealer_22 == LM_22_PUSH) return tie;"
        self.assertEqual(self.verdict("src/core/round/verdict.c", push, ""), PROVED)
        self.assertEqual(self.verdict("src/core/round/verdict.c", push, push + ";"), SURVIVED)
        self.assertEqual(self.verdict("src/core/round/verdict.c", push, "if (his =="), REFUSED)
        self.assertEqual(self.verdict("src/core/round/verdict.c", push, "if (his == 22) __builtin_trap();"), CRASHED)

    def test_a_sample_is_proved(self):
        proof = Proof("tools.prove", 10, 0)
        day = int(os.environ.get("LAMMER_SEED", time.time() // DAY_S))
        sample = ["--sample", str(proof.count)] if proof.count else []
        command = [
            ROOT / "tools" / "clauses",
            "--prove",
            *sample,
            "--seed",
            str(day),
            "--seconds",
            str(proof.seconds),
            "--build",
            BUILD,
        ]
        ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        print(ran.stdout.strip())  # which clauses, and last the figures
        self.assertEqual(ran.returncode, 0)


if __name__ == "__main__":
    unittest.main(verbosity=0)
