#!/usr/bin/env python3
"""The event loop: libev where libwebsockets has the plugin for it, and the loop of libwebsockets itself where it does not."""

import glob
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import Http, Server, Socket  # noqa: E402

PLUGINS = glob.glob("/usr/lib/*/libwebsockets-evlib_ev.so")
HIDE = ["unshare", "--map-root-user", "--mount", "sh", "-c", 'mount --bind /dev/null "$1" && shift && exec "$@"', "sh"]


class WithoutPlugin(Server):
    """A server on a machine that lacks the plugin: the server alone sees an empty file in its place."""

    def command(self):
        return [*HIDE, PLUGINS[0], *super().command()]


def may_hide():
    return PLUGINS and subprocess.run([*HIDE, PLUGINS[0], "true"], capture_output=True, check=False).returncode == 0


class Loop(unittest.TestCase):
    def serves(self, server):
        self.assertEqual(Http(server).get("/healthz").status, 200)
        with Socket(server) as socket:
            self.assertTrue(socket.ask("guest")["ok"])
        self.assertEqual(server.stop(), 0)
        self.assertEqual([line for line in server.log() if line["event"] == "network"], [], "libwebsockets complains")
        return [line for line in server.log() if line["event"] == "polls"]

    @unittest.skipUnless(PLUGINS, "libwebsockets has no plugin for libev here")
    def test_epoll(self):
        with Server() as server:
            self.assertEqual(self.serves(server), [])

    @unittest.skipUnless(may_hide(), "this machine has no plugin, or no namespaces to hide it in")
    def test_poll(self):
        with WithoutPlugin() as server:
            polls = self.serves(server)
            self.assertEqual(len(polls), 1)
            self.assertIn("libwebsockets-evlib-ev", polls[0]["why"])


if __name__ == "__main__":
    unittest.main()
