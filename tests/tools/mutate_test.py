#!/usr/bin/env python3
# soak
"""tools/mutate: the kinds of mistakes it makes, fourteen of them in the engine, and a set of tests that cannot notice any."""
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests" / "proof")]
from mutants import mutants_of  # noqa: E402
from proof import Proof  # noqa: E402

BUILD = Path(os.environ["LAMMER"]).parent


def mutate(*args):
    ran = subprocess.run(
        [ROOT / "tools" / "mutate", "--build", BUILD, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout


def kinds_of(text):
    return {(mutant.kind, " ".join(mutant.apply(text).split())) for mutant in mutants_of("x.c", text)}


class Mistakes(unittest.TestCase):
    def expect(self, text, kind, mistaken):
        self.assertIn((kind, " ".join(mistaken.split())), kinds_of(text))

    def test_each_kind(self):
        body = "static bool f(int a, int *b)\n{{\n    {}\n}}\n".format
        for kind, right, wrong in (
            ("boundary", "if (a < 2) g();", "if (a <= 2) g();"),
            ("relational", "if (a < 2) g();", "if (a >= 2) g();"),
            ("relational", "h(a == 1);", "h(a != 1);"),
            ("logical", "h(a && *b);", "h(a || *b);"),
            ("logical", "h(!a);", "h(a);"),
            ("arithmetic", "a += 2 * a;", "a -= 2 * a;"),
            ("arithmetic", "a = a * *b;", "a = a / *b;"),
            ("bitwise", "a = a >> 1 & 1;", "a = a << 1 & 1;"),
            ("constant", "a = 3;", "a = 4;"),
            ("swapped numbers", "int t[] = { 4, 1 }; h(t);", "int t[] = { 1, 4 }; h(t);"),
            ("negated condition", "while (a) a--;", "while (!(a)) a--;"),
            ("deleted statement", "if (a) g();", "if (a) ;"),
            ("return value", "return a == 1;", "return !(a == 1);"),
            ("exchanged branches", "h(a ? 1 : 2);", "h(a ? 2 : 1);"),
        ):
            self.expect(body(right), kind, body(wrong))

    def test_what_is_left_alone(self):
        for text in (
            "static void f(void)\n{\n    assert(a < 2);\n}\n",
            "#define LIMIT(x) ((x) < 2)\n\nint g;\n",
            'static void f(const lm_round *r)\n{\n    /* a < 2 */ h("a < 2", r);\n}\n',
        ):
            self.assertFalse(
                [
                    mutant
                    for mutant in mutants_of("x.c", text)
                    if mutant.kind in ("boundary", "relational", "arithmetic")
                ]
            )


class Tests(unittest.TestCase):
    def test_a_sample_is_killed(self):
        proof = Proof("tools.mutate", 14, 1_000_000)
        sample = ["--sample", str(proof.count), "--seed", str(proof.seed), "--seconds", str(proof.seconds)]
        # of a thousand mutants, four in five are killed: with fourteen drawn, fewer than eight killed would be a bad sign
        brief = [] if "LAMMER_SOAK" in os.environ else ["--quick", "--floor", "57"]
        code, said = mutate(*sample, *brief)
        self.assertEqual(code, 0, said)
        print(said.strip())  # the survivors, and last the figures

    def test_tests_that_notice_nothing_fail(self):
        """A fault planted in the tests: the chart's tests alone know nothing of what wagers pay."""
        code, said = mutate("--sample", "2", "--match", "src/wagers/match_dealer.c", "--tests", "core.chart")
        self.assertEqual(code, 1, said)
        self.assertIn("2 mutants, 0 killed", said)


if __name__ == "__main__":
    unittest.main(verbosity=0)
