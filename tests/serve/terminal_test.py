#!/usr/bin/env python3
"""`lammer serve` on a terminal speaks to a person; in a pipe, or with --log-format json, to a program (docs/serve.md, Log)."""

import datetime
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append("tests/support")
from client import LAMMER, PATIENCE, Http, Server  # noqa: E402
from on_terminal import OnTerminal, need_pty  # noqa: E402
from said import assert_said, is_said  # noqa: E402

INK = re.compile(r"\x1b\[[0-9;]*m")
LINE = re.compile(
    r"^(?P<time>(\d{4}-\d\d-\d\dT)?\d\d:\d\d:\d\d(\.\d{3}Z)?) (?P<level>info|warning|error) +(?P<event>[a-z][a-z -]*?)"
    r'(?P<more>(?: [a-z_]+=(?:"(?:[^"\\]|\\.)*"|[\[{].*?[\]}]|[^" ]+))*)$'
)
MEMBER = re.compile(r' ([a-z_]+)=("(?:[^"\\]|\\.)*"|[^" ]+)')


def human_lines(text):
    """Lines of the log for people, as objects like those of the JSON log."""
    found = [LINE.match(line) for line in INK.sub("", text).splitlines()]
    return [
        {"time": m["time"], "level": m["level"], "event": m["event"], **dict(MEMBER.findall(m["more"]))}
        for m in found
        if m
    ]


class Address:
    """The address of a server that the test itself started, read from what it printed."""

    tls = None

    def __init__(self, text):
        self.address = re.search(r"Lammer is open at (\S+)", text)[1]
        self.host, port = self.address.removeprefix("http://").split(":")
        self.port = int(port)


class OnATerminal(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="lammer-terminal-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def start(self, *options, store=None, **more):
        command = [
            LAMMER,
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--store",
            store or f"sqlite:{self.folder}/house.db",
            *options,
        ]
        terminal = OnTerminal(command, **more)
        self.addCleanup(terminal.close)
        return terminal

    def opened(self, terminal):
        terminal.wait_for(lambda text: is_said(text, "say:serve-stop"), "how to stop it", PATIENCE)
        return Address(terminal.text)

    def failed_sign_in(self, terminal):
        """Makes a sign-in that fails, and returns its line of the log."""
        Http(self.opened(terminal)).post("sign-in", login="nora", password="wrong password")
        return terminal.wait_for(
            lambda text: next((line for line in human_lines(text) if line["event"] == "sign-in-failed"), None),
            "the failed sign-in",
            PATIENCE,
        )

    def test_start_tells_a_person_what_to_do(self):
        """The address, the link for the first administrator, where the data lies, how to stop; Ctrl-C does stop it."""
        terminal = self.start()
        server = self.opened(terminal)
        token = re.search(r"#first=([0-9a-f]{40})\n", terminal.text)[1]
        assert_said(f"say:serve-open|{server.address}", terminal.text)
        assert_said(f"say:serve-first-administrator|{server.address}|{token}", terminal.text)
        assert_said(f"say:serve-data|{self.folder}/house.db", terminal.text)
        self.assertNotIn("curl", terminal.text)
        self.assertNotIn('{"', terminal.text)
        self.assertEqual(terminal.text.count(token), 1)
        self.assertEqual(human_lines(terminal.text), [], "the start is the first thing that a person sees")
        self.assertLessEqual(max(map(len, INK.sub("", terminal.text).splitlines())), 80)
        terminal.type("\x03")
        self.assertEqual(terminal.wait(PATIENCE), 0)
        self.assertEqual(human_lines(terminal.text)[-1]["event"], "stopped")

    def test_a_house_with_an_administrator_prints_no_link(self):
        with Server(folder=self.folder) as server:
            Http(server).post(
                "first-administrator", token=server.token_when_printed(), person="root", password="a long password"
            )
            self.assertEqual(server.stop(), 0)
        terminal = self.start("--key", f"{self.folder}/house.key", "--secret", f"{self.folder}/house.secret")
        self.opened(terminal)
        self.assertNotIn("#first=", terminal.text)

    def test_lines_are_short_coloured_and_complete(self):
        """A line for people begins with the local time and has every member of the line for programs that is not empty."""
        terminal = self.start(TZ="XXX-5:30")
        line = self.failed_sign_in(terminal)
        self.assertRegex(terminal.text, r"\x1b\[32minfo")
        with Server() as server:
            Http(server).post("sign-in", login="nora", password="wrong password")
            wanted = next(line for line in server.log() if line["event"] == "sign-in-failed")
        hour = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=5, minutes=30)))
        self.assertIn(line["time"][:2], {(hour - datetime.timedelta(seconds=s)).strftime("%H") for s in (0, 300)})
        self.assertEqual(len(line["time"]), len("17:30:00"))
        wanted = {name: value for name, value in wanted.items() if value != ""}
        self.assertEqual(line.keys(), wanted.keys())
        for name in wanted.keys() - {"time"}:
            self.assertEqual(
                line[name], wanted[name] if isinstance(wanted[name], str) else json.dumps(wanted[name]), name
            )

    def test_no_colour_where_it_is_not_wanted(self):
        ways = (((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"}), (("--log-format", "text"), {}))
        for i, (options, env) in enumerate(ways):
            terminal = self.start(*options, store=f"sqlite:{self.folder}/house{i}.db", **env)
            self.failed_sign_in(terminal)
            self.assertNotIn("\x1b", terminal.text, (options, env))

    def test_json_on_a_terminal(self):
        """--log-format json: standard error has JSON alone, and standard output what scripts read."""
        out = os.path.join(self.folder, "out")
        with open(out, "wb") as file:
            terminal = self.start("--log-format", "json", stdout=file)
        terminal.wait_for(lambda text: '"event":"serving"' in text, "that it serves", PATIENCE)
        terminal.type("\x03")
        self.assertEqual(terminal.wait(PATIENCE), 0)
        lines = [json.loads(line) for line in terminal.text.splitlines()]
        self.assertEqual(lines[-1]["event"], "stopped")
        self.assertRegex(Path(out).read_text(), r"^Lammer is open at http\S+\n(.|\n)*\n  [0-9a-f]{40}\n(.|\n)*curl")

    def test_text_in_a_pipe(self):
        """--log-format text: lines for people without colour; the start is still that of scripts."""
        with Server("--log-format", "text") as server:
            self.assertEqual(len(server.token_when_printed()), 40)
            self.assertEqual(server.stop(), 0)
            text = server.log_text()
        self.assertEqual(len(human_lines(text)), len(text.splitlines()), text)
        self.assertNotIn("\x1b", text)

    def test_log_in_a_file(self):
        """The log of --log FILE is for programs, and the start says where it is; scripts that read standard output find the start as before."""
        log, out = os.path.join(self.folder, "log"), os.path.join(self.folder, "out")
        with open(out, "wb") as file:
            terminal = self.start("--log", log, stdout=file)
        self.opened(terminal)
        token = re.search(r"#first=([0-9a-f]{40})\n", terminal.text)[1]
        assert_said(f"say:serve-log|{log}", terminal.text)
        terminal.wait_for(lambda _: f"\n  {token}\n" in Path(out).read_text(), "the token for scripts", PATIENCE)
        self.assertEqual(human_lines(terminal.text), [])
        self.assertIn("serving", [json.loads(line)["event"] for line in Path(log).read_text().splitlines()])

    def test_a_start_that_fails_is_one_sentence(self):
        with socket.create_server(("127.0.0.1", 0)) as busy:
            taken = f"127.0.0.1:{busy.getsockname()[1]}"
            none = f"sqlite:{self.folder}/none/house.db"
            for status, *options in ((75, "--listen", taken), (2, "--store", none)):  # docs/serve.md: 75 may pass
                terminal = self.start(*options)
                self.assertEqual(terminal.wait(PATIENCE), status)
                self.assertEqual(terminal.text.count("\n"), 1, terminal.text)
                self.assertIn("lammer: ", terminal.text)

    def test_a_wrong_format_names_the_right_ones(self):
        done = subprocess.run(
            [LAMMER, "serve", "--log-format", "xml"], capture_output=True, text=True, timeout=PATIENCE
        )
        self.assertEqual(done.returncode, 2)
        for name in ("auto", "json", "text"):
            self.assertIn(name, done.stderr)


if __name__ == "__main__":
    need_pty()
    unittest.main()
