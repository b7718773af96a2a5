#!/usr/bin/env python3
"""liblammer as its users see it: installed into a fresh prefix, found by pkg-config and by CMake, linked shared and static,
from C17 and C++17; the four examples against it; its ABI against the kept one.

    library.py [--keep]     --keep: the present ABI becomes the kept one (tests/bindings/abi.txt)

LAMMER names the program, and the build folder with it.
"""
import fractions
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LAMMER = pathlib.Path(os.environ["LAMMER"]).resolve()
BUILD = LAMMER.parent
CC = os.environ.get("CC", "cc")
KEPT = pathlib.Path("tests/bindings/abi.txt")
EXAMPLES = ("play-round", "price-hand", "add-wager", "replay-journal")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
MOST_BYTES = 1_700_000  # ARCHITECTURE.md tells what they are for

failures = []


def check(holds, what):
    print(f"{'ok    ' if holds else 'FAILED'}  {what}")
    if not holds:
        failures.append(what)


def run(*words, given=None, **environment):
    done = subprocess.run(
        [str(w) for w in words], input=given, capture_output=True, text=True, env={**os.environ, **environment}
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


# ---- installing --------------------------------------------------------------------------------------------------


def install(prefix):
    for component in ("lammer-library", "lammer-dev"):
        run("cmake", "--install", BUILD, "--prefix", prefix, "--component", component)
    found = next(prefix.rglob("lammer.pc"))
    return found.parent, found.parent.parent


def pkg_config(pkgconfig, *words):
    return run("pkg-config", *words, "lammer", PKG_CONFIG_PATH=str(pkgconfig)).split()


def check_headers(prefix):
    """Each header by itself, and one C++ program that calls the library."""
    include = prefix / "include"
    names = sorted(p.name for p in (include / "lammer").glob("*.h"))
    check("round.h" in names and "house.h" not in names, f"{len(names)} headers are installed, none of the server")
    cxx = shutil.which("c++") or shutil.which("g++")
    for name in names:
        line = f'#include "lammer/{name}"\nint unused;\n'
        run(CC, "-std=c17", *WARNINGS, "-I", include, "-fsyntax-only", "-x", "c", "-", given=line)
        if cxx:
            run(
                cxx,
                "-std=c++17",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-I",
                include,
                "-fsyntax-only",
                "-x",
                "c++",
                "-",
                given=line,
            )
    check(True, f"every header compiles by itself as C17{' and C++17' if cxx else ''}")
    return cxx


CPP = r"""
#include <cstdio>
#include "lammer/profile.h"
#include "lammer/table.h"
int main()
{
    static lm_profile profile;
    static lm_table table;
    if (!lm_profile_load(&profile, lm_wagers, "ma-freebet", nullptr, 0, nullptr)) return 1;
    lm_action load{};
    load.verb = LM_LOAD;
    lm_status status = lm_table_open(&table, &profile.rules);
    if (lm_ok(status)) status = lm_table_apply(&table, &profile.rules, load);
    std::printf("%s %d\n", profile.rules.name, lm_ok(status));
}
"""


def check_cplusplus(cxx, folder, flags, libdir):
    source = folder / "hello.cc"
    source.write_text(CPP)
    run(cxx, "-std=c++17", "-Wall", "-Werror", source, "-o", folder / "hello", *flags)
    told = run(folder / "hello", LD_LIBRARY_PATH=str(libdir))
    check(told == "ma-freebet 1\n", "a C++17 program links and runs")


# ---- the examples ------------------------------------------------------------------------------------------------


def build_examples(folder, flags):
    folder.mkdir()
    for name in EXAMPLES:
        extra = ["-ljansson"] if name == "replay-journal" else []
        run(CC, "-std=c17", "-O1", *WARNINGS, f"examples/{name}.c", "-o", folder / name, *flags, *extra, "-lm")


def build_by_cmake(folder, prefix):
    folder.mkdir()
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.18)\nproject(uses LANGUAGES C)\nfind_package(lammer 0.1 REQUIRED)\n"
        "foreach(kind IN ITEMS lammer static)\n"
        f"  add_executable(${{kind}}-hand {pathlib.Path('examples/price-hand.c').resolve()})\n"
        "  target_link_libraries(${kind}-hand PRIVATE lammer::${kind} m)\nendforeach()\n"
    )
    run("cmake", "-S", folder, "-B", folder / "b", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_C_COMPILER={CC}")
    run("cmake", "--build", folder / "b")
    return [folder / "b" / f"{kind}-hand" for kind in ("lammer", "static")]


def prices_of(text):
    return {line.split()[0]: float(line.split()[1]) for line in text.splitlines()}


def check_prices(program, libdir, what):
    for rules, hand, up in (("ma-freebet", "8h8d", "6c"), ("ma-blackjack", "Ah7d", "9s"), ("wa-freebet", "5c6c", "Td")):
        cards = " ".join(hand[i : i + 2] for i in range(0, len(hand), 2))
        told = json.loads(run(LAMMER, "odds", "--rules", rules, "--hand", cards, "--up", up, "--format", "json"))
        wanted = {action["action"]: action["value"] for action in told["hand"]["actions"]}
        got = prices_of(run(program, rules, hand, up, LD_LIBRARY_PATH=str(libdir)))
        check(got == wanted, f"{what}: {cards} against {up} by {rules} is priced as lammer odds prices it")


def check_wager(program, libdir):
    """Two cards of six decks: 23 of 311 make a pair, 11 of 311 a red one when the first is red."""
    pair, red = fractions.Fraction(23, 311), fractions.Fraction(11, 311) / 2
    told = run(program, LD_LIBRARY_PATH=str(libdir))
    figures = dict(re.findall(r"^(.+?) +(0\.\d+)$", told, re.M))
    wanted = {"no pair": 1 - pair, "pair": pair - red, "red pair": red, "house edge": 1 - 11 * (pair - red) - 21 * red}
    near = all(abs(float(figures[name]) - float(value)) < 1e-11 for name, value in wanted.items())
    check(near and "won 10000 cents" in told, "add-wager: outcomes by counting, and 20 to 1 on $5")


def check_rounds(program, libdir):
    """The money in the story adds up."""
    for seed in range(1, 60):
        told = run(program, seed, LD_LIBRARY_PATH=str(libdir))
        laid = sum(int(n) for n in re.findall(r"^  (?:bet|double|split) .*?box 1 (\d+)", told, re.M))
        back = sum(int(n) for n in re.findall(r"^  (?:pay|return) .*?box 1 (\d+)", told, re.M))
        net = int(re.search(r"^net (-?\d+) cents$", told, re.M).group(1))
        if back - laid != net:
            check(False, f"play-round {seed}: {laid} laid, {back} came back, net {net}")
            return
    check(True, "play-round: in sixty rounds what is laid and what comes back make the net")


def accepted_requests():
    """The actions of the first session in docs/json-lines.md that were done, as the journal keeps acts."""
    page = pathlib.Path("docs/json-lines.md").read_text()
    session = re.search(r"```session\n(.*?)```", page, re.S).group(1).splitlines()
    pairs = zip(session[::2], session[1::2])
    return [json.loads(ask[2:]) for ask, answer in pairs if '"events"' in answer]


def check_replay(program, libdir):
    """The session ends with 4000 cents won; a journal of it, with acts of the house between, must say so."""
    opening = {"do": "open-table", "rules": "ma-freebet", "settings": "decks=6", "title": "one"}
    acts = [opening, {"do": "sit", "player": "ann", "seat": "1"}, {"do": "buy", "player": "ann", "cents": 5000}]
    acts += accepted_requests() + [{"do": "leave", "player": "ann"}]
    record = lambda stream, seq, act: json.dumps({"stream": stream, "seq": seq, "body": {"acts": [act]}}) + "\n"
    journal = "".join(record("table/one", i + 1, act) for i, act in enumerate(acts)) + record("house", 1, {"do": "x"})
    told = run(program, given=journal, LD_LIBRARY_PATH=str(libdir))
    check(told == "table/one: ma-freebet\ntable/one: round 1: box 1 +4000\n", "replay-journal: the documented session")
    wrong = journal.replace('"card": "Kh"', '"card": "Kx"')
    done = subprocess.run(
        [program], input=wrong, capture_output=True, text=True, env={**os.environ, "LD_LIBRARY_PATH": str(libdir)}
    )
    check(done.returncode == 1 and "gave up" in done.stdout, "replay-journal: an altered journal is refused")


# ---- the ABI -----------------------------------------------------------------------------------------------------


def symbols(library):
    lines = run("nm", "--dynamic", "--defined-only", "--with-symbol-versions", library).splitlines()
    names = [line.split()[-1] for line in lines if " A " not in line]
    return sorted(f"symbol {name.replace('@@', ' ')}" for name in names)


def declared(include):
    """Functions and tables that the installed headers declare."""
    found = set()
    for header in sorted((include / "lammer").glob("*.h")):
        text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
        text = re.sub(r"^#(?:.*\\\n)*.*$", "", text, flags=re.M)
        text = re.sub(r"static inline[^;{]*\{.*?\n\}", "", text, flags=re.S)
        text = re.sub(r"typedef [^;{]*;", "", text)
        text = re.sub(r"\{[^{}]*\}", "", re.sub(r"\{[^{}]*\}", "", re.sub(r'extern "C" \{', "", text)))
        for declaration in re.findall(r"[^;]*;", text):
            tables = "extern" in declaration
            found |= set(re.findall(r"\b(lm_\w+)(?=\[|;|,)" if tables else r"\b(lm_\w+)\s*\((?!\*)", declaration))
    return found


def layout():
    """Every struct with its members, every enumerator, by what cffi reads; None where there is no cffi."""
    for python in ("python3", "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import cffi"], capture_output=True).returncode == 0:
            return run(python, "tests/bindings/layout.py", BUILD / "python/lammer/cdef.h").splitlines()
    return None


def check_abi(library, include):
    now = symbols(library)
    names = {line.split()[1] for line in now}
    check(
        names == declared(include), f"the library shows what the headers declare: {sorted(names ^ declared(include))}"
    )
    members = layout()
    if "--keep" in sys.argv:
        KEPT.write_text("\n".join(now + (members or [])) + "\n")
    kept = KEPT.read_text().splitlines()
    if members is None:
        print("skipped  layout: no python3-cffi")
        kept = [line for line in kept if line.startswith("symbol ")]
    now += members or []
    gone, new = [l for l in kept if l not in set(now)], [l for l in now if l not in set(kept)]
    for line in gone[:20]:
        print(f"    gone: {line}")
    for line in new[:20]:
        print(f"    new:  {line}")
    check(not gone and not new, "the ABI is the kept one; if the change is meant: tests/bindings/library.py --keep")


def check_size(library, folder):
    stripped = folder / "stripped.so"
    run("strip", "-o", stripped, library)
    size = stripped.stat().st_size
    check(size < MOST_BYTES, f"{size} bytes stripped, under {MOST_BYTES}")


def linked(flags, libdir):
    """The static library by its path, so that the shared one beside it is not taken."""
    return [str(libdir / "liblammer.a") if flag == "-llammer" else flag for flag in flags]


def main():
    if not (BUILD / "lib/liblammer.so").exists():
        print("library: liblammer.so was not built; skipped")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix = folder / "prefix"
        pkgconfig, libdir = install(prefix)
        library = (libdir / "liblammer.so").resolve()
        check("[liblammer.so.0]" in run("readelf", "-d", library), "it has a soname: liblammer.so.0")
        cxx = check_headers(prefix)
        shared = pkg_config(pkgconfig, "--cflags", "--libs")
        if cxx:
            check_cplusplus(cxx, folder, shared, libdir)

        build_examples(folder / "shared", shared)
        check_rounds(folder / "shared/play-round", libdir)
        check_prices(folder / "shared/price-hand", libdir, "shared")
        check_wager(folder / "shared/add-wager", libdir)
        check_replay(folder / "shared/replay-journal", libdir)

        static = pkg_config(pkgconfig, "--cflags", "--libs", "--static")
        build_examples(folder / "static", linked(static, libdir))
        check_wager(folder / "static/add-wager", "")
        for program in build_by_cmake(folder / "cmake", prefix):
            check_prices(program, libdir, program.name)

        check_abi(library, prefix / "include")
        check_size(library, folder)
    return 1 if failures else 0


sys.exit(main())
