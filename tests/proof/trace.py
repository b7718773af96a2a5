#!/usr/bin/env python3
# soak
"""Holds journals of the simulated floor against the model: each record that tells of a command, an approval or an award is an event
of model/spec.pml, in the order of the journal, and spin runs them. Then the same journals are altered in the ways a wrong house
could have written them, and each alteration must be rejected.

    trace.py FILE      translates and checks one file of exported lines (lammer journal export --out FILE)
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from proof import Proof

HERE = Path(__file__).resolve().parent
TESTS = Path(os.environ["LAMMER"]).resolve().parent / "tests" if "LAMMER" in os.environ else Path("build/tests")


class Numbers(dict):
    """Names as numbers, in the order of their first appearance."""

    def __init__(self, *known):
        super().__init__({name: at for at, name in enumerate(known)})

    def of(self, name):
        return self.setdefault(name, len(self))


class Translator:
    """Records to events of the model. The same order holds within a stream; between streams only approvals tie records together."""

    def __init__(self):
        self.people, self.clients, self.approvals = Numbers(""), Numbers(), Numbers()
        self.awards, self.waiting = 0, {}  # (table, box, wager): its award that is not yet over
        self.events = []

    def say(self, record, text):
        self.events.append((record, text))

    def record(self, record):
        if "command" in record:
            command = record["command"]
            self.say(record, f"spec_command({self.clients.of(command['client'])}, {command['number']})")
        if record["stream"] == "house":
            self.of_house(record)
        else:
            for act in record["body"].get("acts", []):
                self.of_table(record, act)

    def of_house(self, record):
        body, kind = record["body"], record["kind"]
        if kind not in ("approval-asked", "approved", "declined"):
            return
        approval, person = self.approvals.of(body["approval"]), self.people.of(record["actor"])
        if kind == "approval-asked":
            self.say(record, f"spec_asked({approval}, {person})")
        elif kind == "approved":
            self.say(record, f"spec_approved({approval}, {person})")
        else:
            self.say(record, f"spec_declined({approval})")

    def of_table(self, record, act):
        client = record.get("command", {}).get("client", "")
        if "approved" in act and client.startswith("approval-"):
            approval = self.approvals.of(client.removeprefix("approval-").split("/")[0])
            by, second = self.people.of(act.get("by", "")), self.people.of(act["approved"])
            self.say(record, f"spec_effect({approval}, {by}, {second})")
        if act["do"] in ("call", "verify-award", "pay-award", "withdraw-award"):
            self.of_award(record, act)
        if act["do"] in ("deal", "end-game"):  # awards of the round before are over
            for key in [key for key in self.waiting if key[0] == record["stream"]]:
                del self.waiting[key]

    def of_award(self, record, act):
        key = (record["stream"], str(act["seat"]), act["wager"])
        person, word = self.people.of(act.get("person", "")), act["do"]
        if key not in self.waiting:
            self.waiting[key], self.awards = self.awards, self.awards + 1
        award = self.waiting[key]
        if word == "call":
            self.say(record, f"spec_called({award}, {person})")
        elif word == "verify-award":
            self.say(record, f"spec_verified({award}, {person})")
        elif word == "pay-award":
            self.say(record, f"spec_paid({award}, {person})")
        else:
            self.say(record, f"spec_withdrawn({award})")


def merged(records):
    """One order that agrees with the order of every stream: a table's records come when the house first speaks of their effect."""
    streams = {}
    for record in records:
        streams.setdefault(record["stream"], []).append(record)
    effect = {}
    for stream, of_stream in streams.items():
        for at, record in enumerate(of_stream):
            client = record.get("command", {}).get("client", "")
            if stream != "house" and client.startswith("approval-"):
                effect.setdefault(client.removeprefix("approval-").split("/")[0], (stream, at))
    given = dict.fromkeys(streams, 0)
    for record in streams.pop("house", []):
        if record["kind"] == "approval-ended" and record["body"]["approval"] in effect:
            stream, at = effect[record["body"]["approval"]]
            yield from streams[stream][given[stream] : at + 1]
            given[stream] = max(given[stream], at + 1)
        yield record
    for stream, of_stream in streams.items():
        yield from of_stream[given[stream] :]


def translate(records):
    translator = Translator()
    for record in merged(records):
        translator.record(record)
    return translator


def model_of(translator):
    """The journal as a run of the model."""
    sizes = {
        "CLIENTS": len(translator.clients),
        "APPROVALS": len(translator.approvals),
        "AWARDS": translator.awards,
    }
    lines = [f"#define {name} {max(1, size)}" for name, size in sizes.items()] + ['#include "spec.pml"', "init {"]
    for at, (_, text) in enumerate(translator.events):
        lines.append(f'    printf("event {at};\\n"); {text};')
    return "\n".join([*lines, "}", ""])


def rejected(records, folder):
    """None when the model allows the journal; otherwise the first record that it does not allow, and the broken sentence."""
    translator = translate(records)
    path = Path(folder) / "trace.pml"
    shutil.copy(HERE / "model" / "spec.pml", folder)
    path.write_text(model_of(translator), encoding="utf-8")
    ran = subprocess.run(["spin", "-T", path.name], cwd=folder, capture_output=True, text=True)
    found = re.search(r"text of failed assertion: assert\((.*)\)", ran.stdout)
    if not found:
        assert ran.returncode == 0 and f"event {len(translator.events) - 1};" in ran.stdout, ran.stdout[-2000:]
        return None
    record, text = translator.events[int(re.findall(r"event (\d+);", ran.stdout)[-1])]
    return f"{record['stream']} {record['seq']}: {text} breaks {found[1]}"


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


# --- alterations ----------------------------------------------------------------------------------------------------------


def first(records, test):
    return next((at for at, record in enumerate(records) if test(record)), None)


def has_act(record, word):
    return any(act["do"] == word for act in record["body"].get("acts", []))


def again(test):
    """A record is written a second time at the end of the journal, under a command number of its own."""

    def alter(records):
        at = first(records, test)
        if at is None:
            return None
        copy = json.loads(json.dumps(records[at]))
        if "command" in copy:
            copy["command"]["number"] += 1000000
        return [*records, copy]

    return alter


def without(test):
    def alter(records):
        at = first(records, test)
        return None if at is None else records[:at] + records[at + 1 :]

    return alter


def by_another(test, other):
    """The person who acts is another: the one that `other` finds."""

    def alter(records):
        at = first(records, test)
        person = at is not None and other(records, records[at])
        if not person:
            return None
        copy = json.loads(json.dumps(records[at]))
        copy["actor"] = person
        for act in copy["body"].get("acts", []):
            if "person" in act:
                act["person"] = person
        return [*records[:at], copy, *records[at + 1 :]]

    return alter


def repeated_command(records):
    at = first(records, lambda record: "command" in record and record["stream"] != "house")
    return None if at is None else [*records, records[at]]


def asker_of(records, approved):
    return approved["body"]["asker"]


def caller_of(records, verified):
    key = [act["seat"] for act in verified["body"]["acts"] if act["do"] == "verify-award"]
    for record in records:
        for act in record["body"].get("acts", []):
            if act["do"] == "call" and act["seat"] in key and act.get("person"):
                return act["person"]
    return None


def unapproved(records):
    """The approval of a request whose effect a table has recorded is missing."""
    done = {
        record["command"]["client"].removeprefix("approval-").split("/")[0]
        for record in records
        if effect_of_approval(record)
    }
    return without(lambda record: record["kind"] == "approved" and record["body"]["approval"] in done)(records)


def effect_of_approval(record):
    return record.get("command", {}).get("client", "").startswith("approval-") and record["stream"] != "house"


ALTERATIONS = {
    "a command is done twice": repeated_command,
    "what was approved is done twice": again(effect_of_approval),
    "a request is approved twice": again(lambda record: record["kind"] == "approved"),
    "a request is done without approval": unapproved,
    "the person who asked approves": by_another(lambda record: record["kind"] == "approved", asker_of),
    "an award is paid twice": again(lambda record: has_act(record, "pay-award")),
    "an award is paid unverified": without(lambda record: has_act(record, "verify-award")),
    "the person who called an award verifies it": by_another(lambda record: has_act(record, "verify-award"), caller_of),
}


def journals(folder):
    """A floor of every fault (house.floor_days), and every word in every state with its awards (house.states)."""
    made = {}
    for test, count in (("house.floor_days", "200" if "LAMMER_SOAK" in os.environ else "20"), ("house.states", "1")):
        path = f"{folder}/{test}.jsonl"
        environment = {key: value for key, value in os.environ.items() if key != "LAMMER_SOAK"}
        ran = subprocess.run(
            [TESTS / test],
            env=environment | {"LAMMER_JOURNAL": path, "LAMMER_COUNT": count},
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
        made[test] = read(path)
    return made


def main():
    if not shutil.which("spin"):
        print("spin is not installed")
        return 77
    with tempfile.TemporaryDirectory(prefix="lammer-trace-") as folder:
        if len(sys.argv) > 1:
            why = rejected(read(sys.argv[1]), folder)
            print(why or "the model allows this journal")
            return 1 if why else 0
        proof, events, records, unseen = Proof("trace", 2, 2), 0, 0, set(ALTERATIONS)
        for name, lines in journals(folder).items():
            why = rejected(lines, folder)
            assert why is None, f"{name}: {why}"
            events, records = events + len(translate(lines).events), records + len(lines)
            for what, alter in ALTERATIONS.items():
                altered = alter(lines)
                if altered is None:
                    continue
                why = rejected(altered, folder)
                assert why, f"{name}: {what}, and the model allows it"
                unseen.discard(what)
                print(f"{name}, {what}: {why}", flush=True)
        assert not unseen, f"no journal to alter: {unseen}"
        proof.end(
            2,
            "journals",
            f"{records:,} records, {events:,} events allowed by the model; {len(ALTERATIONS)} kinds of alteration rejected",
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
