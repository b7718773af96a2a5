#!/usr/bin/env python3
# soak
"""all.py [PARSER...]: every parser under libFuzzer with the address, leak and undefined-behaviour sanitizers.

Each parser first reads its kept corpus, then new inputs made from it. In `make test` the numbers of executions and the seed are fixed;
LAMMER_COUNT is per cent of those numbers. A soak runs two hours by the clock; LAMMER_SECONDS is for all parsers together.
What made a parser fail stays in $LAMMER_FUZZ/found. LAMMER_FUZZ is where the targets are.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "proof"))
sys.dont_write_bytecode = True
from proof import Proof  # noqa: E402

HERE = Path(__file__).parent
FUZZ = Path(os.environ.get("LAMMER_FUZZ", "build/fuzz"))
SOAK_SECONDS = 2 * 3600
PATIENCE = os.environ.get("LAMMER_FUZZ_PATIENCE", 10 if "LAMMER_SOAK" in os.environ else 100)  # seconds for one input
LIMITS = [
    f"-timeout={PATIENCE}",
    "-rss_limit_mb=1024",
    "-malloc_limit_mb=512",
    "-detect_leaks=1",
    "-close_fd_mask=3",
    "-print_final_stats=1",
]

# Executions of the short run beyond the kept inputs: two or three seconds each on one core.
BRIEF = {
    "count": 8000,
    "deal": 1000,
    "frames": 40000,
    "head": 60000,
    "house": 25,
    "journal": 150,
    "lines": 800,
    "piece": 40000,
    "profile": 1000,
    "script": 2000,
    "shard": 3000,
    "signed": 15000,
    "values": 800,
    "wire": 5000,
}

# Inputs that lie elsewhere.
MORE = {"script": [HERE.parent / "rounds"], "profile": [HERE.parents[1] / "profiles"]}


def targets():
    return sorted(name for name in BRIEF if (FUZZ / name).is_file())


class Fuzzer:
    def __init__(self, name, seed):
        self.name = name
        self.seed = seed
        self.executions = 0

    def run(self, *arguments):
        found = FUZZ / "found"
        found.mkdir(exist_ok=True)
        environment = os.environ | {
            "ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=1:handle_abort=1",
            "UBSAN_OPTIONS": "print_stacktrace=1",
        }
        command = [
            FUZZ / self.name,
            f"-seed={self.seed}",
            f"-artifact_prefix={found / self.name}-",
            *LIMITS,
            *arguments,
        ]
        ran = subprocess.run(
            [str(word) for word in command],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            check=False,
        )
        done = re.search(r"stat::number_of_executed_units: *(\d+)", ran.stderr)
        self.executions += int(done[1]) if done else 0
        if ran.returncode:
            self.tell(command, ran.stderr)

    def tell(self, command, text):
        at = re.search(r"^.*(ERROR: |runtime error: |: FAILED: )", text, re.MULTILINE)
        print(text[at.start() if at else -3000 :][:3000])
        sys.exit(f"fuzz.{self.name}: a failure from seed {self.seed}: {' '.join(map(str, command))}")


def fuzz(name, proof, seconds):
    kept = [HERE / "corpus" / name, *MORE.get(name, [])]
    fuzzer = Fuzzer(name, proof.seed)
    inputs = sum(path.is_file() for folder in kept for path in folder.rglob("*"))
    with tempfile.TemporaryDirectory() as new:
        limit = f"-max_total_time={seconds}" if seconds else f"-runs={inputs + BRIEF[name] * proof.count // 100}"
        fuzzer.run(limit, new, *kept)
        grown = len(list(Path(new).iterdir()))
    print(f"{name}: {fuzzer.executions} executions, {grown} new inputs", flush=True)
    return fuzzer.executions


def main():
    names = sys.argv[1:] or targets()
    if not names:
        print("there are no fuzz targets: clang with libFuzzer was not found")
        sys.exit(77)
    proof = Proof("fuzz.all", 100, 0)
    total = proof.seconds or (SOAK_SECONDS if "LAMMER_SOAK" in os.environ else 0)
    seconds = max(1, int(total / len(names))) if total else 0
    executions = sum(fuzz(name, proof, seconds) for name in names)
    proof.end(executions, "executions", f"{len(names)} parsers, 0 crashes, 0 hangs, 0 leaks")


main()
