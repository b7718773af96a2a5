#!/usr/bin/env python3
# sanitized
"""HTTP: routes, cookies, forged requests, limits of size and time, rates, health, figures, the log."""

import base64
import contextlib
import hashlib
import json
import re
import socket
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import PATIENCE, Http, Server  # noqa: E402

JSON = {"Content-Type": "application/json"}


def raw(server, data, timeout=PATIENCE):
    """Everything that comes back for these bytes until the server closes or is silent."""
    with server.connect(timeout) as connection:
        connection.sendall(data)
        answer = b""
        try:
            while chunk := connection.recv(65536):
                answer += chunk
        except (TimeoutError, ConnectionError):
            pass
        return answer


class Basics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--address-rate", "0", "--session-rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def test_page_and_files(self):
        http = Http(self.server)
        page = http.get("/")
        self.assertEqual(page.status, 200)
        self.assertTrue(page.header("Content-Type").startswith("text/html"))
        self.assertIn("<title>", page.text)
        again = http.request("GET", "/", headers={"If-None-Match": page.header("ETag")})
        self.assertEqual((again.status, again.body), (304, b""))
        head = http.request("HEAD", "/")
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertEqual(head.header("Content-Length"), page.header("Content-Length"))
        for script in re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page.text):
            self.assertEqual(http.get(script).status, 200, script)

    def test_the_page_may_run_its_own_script_and_no_other(self):
        page = Http(self.server).get("/")
        scripts = re.findall(r"<script>(.*?)</script>", page.text, re.S)
        hashes = re.findall(r"'sha256-([^']+)'", page.header("Content-Security-Policy"))
        wanted = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
        self.assertEqual(hashes, wanted)
        self.assertNotIn("sha256", Http(self.server).get("/api/lobby").header("Content-Security-Policy"))

    def test_every_answer_protects_the_browser(self):
        http = Http(self.server)
        for path in ("/", "/healthz", "/metrics", "/openapi.json", "/api/lobby", "/nothing"):
            answer = http.get(path)
            policy = answer.header("Content-Security-Policy")
            self.assertIn("default-src 'self'", policy, path)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertNotIn("unsafe-inline", policy)
            self.assertEqual(answer.header("X-Content-Type-Options"), "nosniff")
            self.assertEqual(answer.header("Referrer-Policy"), "no-referrer")
            self.assertIsNone(answer.header("Access-Control-Allow-Origin"))

    def test_only_its_own_names_are_answered(self):
        """A site that points its own name at this address (DNS rebinding) gets no answer that it could read."""
        ours = ("127.0.0.1", "localhost", "LOCALHOST:2222", "[::1]:2222", "10.1.2.3:80", socket.gethostname())
        others = ("rebind.example:2222", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example", "evil")
        requests = ("GET /healthz", "GET /api/lobby", "GET /", "GET /ws")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        options = ("--hosts", "play.example,www.play.example", "--address", "https://house.example:8443/")
        with Server(*options, listen=f"127.0.0.1:{port}") as server:
            server.host, server.port = "127.0.0.1", port
            named = ours + ("play.example", "www.play.example:443", "house.example:8443")
            for host in named + others + ("house.example.evil", "play.exampl", "ay.example"):
                for request in requests:
                    data = f"{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
                    refused = b" 421 " in raw(server, data).split(b"\r\n")[0]
                    self.assertEqual(refused, host not in named, (host, request))

    def test_refusals_say_why(self):
        http = Http(self.server)
        for status, answer in (
            (404, http.get("/nothing")),
            (404, http.get("/../etc/passwd")),
            (404, http.get("/%ff%fe")),
            (404, http.get("/api/%ff")),
            (404, http.get("/%00")),
            (400, http.get("/api/lobby?a=%ff")),
            (400, http.get("/api/lobby?a=%4")),
            (404, http.get("/" + "a" * 400)),
            (404, http.post("nonsense")),
            (405, http.get("/api/guest")),
            (405, http.request("POST", "/healthz", "{}", JSON)),
            (405, http.request("PUT", "/api/lobby")),
            (405, http.request("DELETE", "/api/lobby")),
            (415, http.request("POST", "/api/guest", "{}")),
            (415, http.request("POST", "/api/guest", "a=b", {"Content-Type": "application/x-www-form-urlencoded"})),
            (400, http.request("POST", "/api/guest", "{", JSON)),
            (400, http.request("POST", "/api/guest", "[]", JSON)),
            (400, http.request("POST", "/api/guest", b"\xff\xfe", JSON)),
            (400, http.request("POST", "/api/guest", '{"a":1,"a":2}', JSON)),
            (413, http.request("POST", "/api/guest", json.dumps({"a": "x" * 70000}), JSON)),
        ):
            self.assertEqual(answer.status, status, answer)
            body = answer.json
            self.assertIs(body["ok"], False)
            self.assertEqual(body["status"], status)
            self.assertTrue(body["why"])
        self.assertEqual(http.get("/api/guest").header("Allow"), "POST")

    def test_a_body_up_to_the_limit_is_read(self):
        body = json.dumps({"nonsense": "x" * 65000})
        answer = Http(self.server).request("POST", "/api/guest", body, JSON)
        self.assertEqual(answer.status, 400, answer)  # a field that the word does not take

    def test_one_connection_carries_many_exchanges(self):
        before = self.server.metrics()["lammer_connections_opened_total"]
        http = Http(self.server)
        for i in range(50):
            self.assertEqual(http.get("/healthz").status, 200)
            self.assertEqual(http.request("POST", "/api/guest", "[]", JSON).status, 400)
        self.assertEqual(self.server.metrics()["lammer_connections_opened_total"], before + 2)

    def test_pipelined_requests_are_answered_in_order(self):
        one = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        post = b"POST /api/nonsense HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        last = b"GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        answer = raw(self.server, one + post + one + last)
        self.assertEqual(re.findall(rb"HTTP/1.1 (\d+)", answer), [b"200", b"404", b"200", b"404"])

    def test_bodies_without_a_clear_end_are_refused(self):
        head = b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        for lines, status in (
            (b"", b"411"),
            (b"Transfer-Encoding: chunked\r\n", b"501"),
            (b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", b"501"),
            (b"Content-Length: -1\r\n", b"400"),
            (b"Content-Length: 99999999999\r\n", b"413"),
            (b"Content-Length: 2\r\nContent-Length: 2\r\n", b"400"),
            (b"Content-Length: 2,2\r\n", b"400"),
            (b"Content-Length: 0x2\r\n", b"400"),
        ):
            answer = raw(self.server, head + lines + b"\r\n{}")
            self.assertEqual(re.findall(rb"HTTP/1.1 (\d+)", answer), [status], (lines, answer))

    def test_a_client_that_waits_for_permission_gets_it(self):
        head = (
            b"POST /api/lobby HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
            b"Expect: 100-continue\r\nConnection: close\r\n\r\n"
        )
        with self.server.connect() as connection:
            connection.sendall(head)
            self.assertEqual(connection.recv(100), b"HTTP/1.1 100 Continue\r\n\r\n")
            connection.sendall(b"{}")
            self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 200 OK\r\n"))

    def test_old_clients(self):
        answer = raw(self.server, b"GET /healthz HTTP/1.0\r\n\r\n")
        self.assertTrue(answer.startswith(b"HTTP/1.1 200 OK\r\n") and b"Connection: close" in answer)

    def test_bytes_that_come_one_by_one(self):
        request = b"POST /api/nonsense HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        with self.server.connect() as connection:
            for byte in request + request:
                connection.sendall(bytes([byte]))
            answer = b""
            while answer.count(b"HTTP/1.1 404") < 2:
                answer += connection.recv(65536)

    def test_malformed_heads_hurt_nobody(self):
        for data in (
            b"\x16\x03\x01\x02\x00\x01\x00",
            b"GET\r\n\r\n",
            b"\r\n\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"FROB / HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 30000 + b"\r\n\r\n",
            b"GET /" + b"a" * 30000 + b" HTTP/1.1\r\n\r\n",
            b"GET /%zz%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"\x00" * 1000,
            b"GET http://a/b HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n"
            b"Connection: Upgrade, HTTP2-Settings\r\n\r\n",
        ):
            raw(self.server, data, timeout=0.5)
            self.assertEqual(Http(self.server).get("/healthz").status, 200, data[:40])

    def test_a_query_becomes_the_fields_of_a_word(self):
        http = Http(self.server)
        self.assertEqual(http.read("lobby").status, 200)
        deadline = time.monotonic() + PATIENCE
        while not all(t["address"] for t in http.read("lobby").json["tables"]) and time.monotonic() < deadline:
            time.sleep(0.05)  # until every table is taken
        self.assertEqual(http.post("lobby").json, http.read("lobby").json)
        answer = http.read("lobby", nonsense="a b&c=d%")
        self.assertEqual(answer.status, 400, answer)
        self.assertIn("nonsense", answer.json["why"])

    def test_health(self):
        deadline = time.monotonic() + PATIENCE
        while True:
            health = Http(self.server).get("/healthz").json
            if health["journal"]["whole"]["state"] != "running" or time.monotonic() > deadline:
                break
            time.sleep(0.05)
        self.assertIs(health["ok"], True)
        self.assertEqual(health["state"], "serving")
        self.assertEqual(health["journal"]["since_snapshots"]["state"], "right")
        self.assertEqual(health["journal"]["whole"]["state"], "right")


class Sessions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--address-rate", "0", "--session-rate", "0")

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def guest(self, **how):
        http = Http(self.server, **how)
        answer = http.post("guest")
        self.assertEqual(answer.status, 200, answer)
        return http, answer

    def test_the_cookie_is_for_this_site_and_no_script(self):
        _, answer = self.guest()
        value, *attributes = answer.header("Set-Cookie").split("; ")
        self.assertTrue(value.startswith("lammer_session="))
        self.assertEqual(sorted(attributes), ["HttpOnly", "Path=/", "SameSite=Strict"])

    def test_a_browser_never_sees_its_session(self):
        http, answer = self.guest(browser=True)
        self.assertNotIn(http.session, answer.text)
        self.assertNotIn("session", answer.json)
        self.assertEqual(http.read("who-am-i").json["roles"], ["guest"])
        self.assertNotIn(http.session, http.get("/session").text)

    def test_a_program_gets_it_and_may_bear_it(self):
        http, answer = self.guest()
        self.assertEqual(answer.json["session"], http.session)
        program = Http(self.server, bearer=http.session)
        me = program.post("who-am-i")
        self.assertEqual((me.status, me.json["person"]), (200, answer.json["person"]))

    def test_forged_posts_are_refused(self):
        http, answer = self.guest(browser=True)
        good = dict(JSON, Cookie=f"lammer_session={http.session}", Origin=self.server.address)
        good["X-Lammer-Csrf"] = http.token()
        for change, status in (
            ({}, 200),
            ({"X-Lammer-Csrf": None}, 403),
            ({"X-Lammer-Csrf": ""}, 403),
            ({"X-Lammer-Csrf": "0" * 64}, 403),
            ({"X-Lammer-Csrf": http.token()[:-1]}, 403),
            ({"X-Lammer-Csrf": http.token() + "0"}, 403),
            ({"Origin": "http://evil.example"}, 403),
            ({"Origin": "null"}, 403),
            ({"Origin": self.server.address.replace("http:", "https:")}, 403),
            ({"Content-Type": "text/plain"}, 415),
            ({"Origin": None}, 200),
        ):
            headers = {key: value for key, value in {**good, **change}.items() if value is not None}
            answer = Http(self.server).request("POST", "/api/who-am-i", "{}", headers)
            self.assertEqual(answer.status, status, (change, answer))

    def test_the_token_of_another_session_is_wrong(self):
        first, _ = self.guest()
        second, _ = self.guest()
        headers = dict(JSON, Cookie=f"lammer_session={first.session}", **{"X-Lammer-Csrf": second.token()})
        self.assertEqual(Http(self.server).request("POST", "/api/who-am-i", "{}", headers).status, 403)

    def test_signing_out_ends_cookie_and_session(self):
        http, _ = self.guest()
        old = http.session
        answer = http.post("sign-out")
        self.assertEqual(answer.status, 200, answer)
        self.assertIn("Max-Age=0", answer.header("Set-Cookie"))
        self.assertNotIn("lammer_session", http.cookies)
        left = Http(self.server, bearer=old).post("wallet")
        self.assertIn(left.status, (401, 403), left)

    def test_nothing_secret_is_logged(self):
        http, _ = self.guest()
        http.post("register", person="log-reader", password="correct horse battery")
        http.post("sign-in", person="log-reader", password="correct horse battery")
        text = self.server.log_text()
        for secret in (http.session, http.token(), "correct horse", self.server.token_when_printed()):
            self.assertNotIn(secret, text)
        for line in self.server.log():
            self.assertRegex(line["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
            self.assertIn(line["level"], ("info", "warning", "error"))
            self.assertTrue(line["event"])


class Limits(unittest.TestCase):
    def test_too_many_requests_of_an_address(self):
        with Server("--address-rate", "1", "--session-rate", "0") as server:
            http = Http(server)
            answers = [http.get("/healthz") for _ in range(100)]
            limited = [a for a in answers if a.status == 429]
            # one a second for four seconds may come at once
            self.assertEqual([a.status for a in answers[:4]], [200] * 4)
            self.assertTrue(limited)
            self.assertGreaterEqual(int(limited[-1].header("Retry-After")), 1)
            time.sleep(int(limited[-1].header("Retry-After")))
            self.assertEqual(http.get("/healthz").status, 200)

    def test_too_many_requests_of_a_session(self):
        with Server("--address-rate", "0", "--session-rate", "1") as server:
            first, second = Http(server), Http(server)
            first.post("guest"), second.post("guest")
            answers = [first.read("who-am-i").status for _ in range(100)]
            self.assertIn(429, answers)
            self.assertEqual(second.read("who-am-i").status, 200)
            self.assertGreater(server.metrics()["lammer_requests_limited_total"], 0)

    def test_guessing_passwords_costs_more(self):
        with Server("--address-rate", "2") as server:  # eight at once, and a password costs all of them
            guess = b'{"person":"nobody","password":"wrong"}'
            post = (
                b"POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                % len(guess)
                + guess
            )
            with contextlib.ExitStack() as stack:
                asking = [stack.enter_context(server.connect()) for _ in range(6)]
                for connection in asking:  # without waiting for an answer, which takes as long as a password is hashed
                    connection.sendall(post)
                answers = [int(connection.recv(65536).split()[1]) for connection in asking]
            self.assertNotEqual(set(answers), {429})  # in any order
            self.assertIn(429, answers)


class Figures(unittest.TestCase):
    """The grammar of OpenMetrics 1.0, as far as we use it."""

    NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"

    def test_grammar(self):
        with Server() as server:
            http = Http(server)
            http.post("guest")
            http.get("/nothing")
            answer = http.get("/metrics")
        self.assertEqual(answer.header("Content-Type"), "application/openmetrics-text; version=1.0.0; charset=utf-8")
        self.assertTrue(answer.text.endswith("# EOF\n"))
        families, current = {}, None
        for line in answer.text[: -len("# EOF\n")].splitlines():
            if meta := re.fullmatch(rf"# (TYPE|UNIT|HELP) ({self.NAME}) (.+)", line):
                if meta[2] != current:
                    self.assertNotIn(meta[2], families, "the lines of a family stand together")
                    families[current := meta[2]] = {"samples": []}
                self.assertNotIn(meta[1], families[current], "once each")
                self.assertFalse(families[current]["samples"], "before the samples")
                families[current][meta[1]] = meta[3]
                continue
            sample = re.fullmatch(rf"({self.NAME})(?:\{{([^}}]*)\}})? (-?[0-9.e+-]+)", line)
            self.assertIsNotNone(sample, line)
            self.assertTrue(sample[1].startswith(current), line)
            for label in filter(None, (sample[2] or "").split(",")):
                self.assertRegex(label, rf'^{self.NAME}="[^"\\\n]*"$')
            families[current]["samples"].append((sample[1], sample[2], float(sample[3])))
        suffixes = {"counter": {"_total"}, "gauge": {""}, "info": {"_info"}, "histogram": {"_bucket", "_count", "_sum"}}
        for name, family in families.items():
            self.assertTrue(family["HELP"])
            self.assertFalse(re.search("(_total|_count|_sum|_bucket|_info)$", name), name)
            found = {sample[0][len(name) :] for sample in family["samples"]}
            self.assertEqual(found, suffixes[family["TYPE"]], name)
            if "UNIT" in family:
                self.assertTrue(name.endswith("_" + family["UNIT"]))
        self.check_histogram(families["lammer_acknowledge_seconds"]["samples"])
        self.assertEqual(
            {label: value for _, label, value in families["lammer_answers"]["samples"]},
            {'status="200"': 1, 'status="404"': 1},
        )

    def check_histogram(self, samples):
        buckets = [(label, value) for name, label, value in samples if name.endswith("_bucket")]
        self.assertEqual([v for _, v in buckets], sorted(v for _, v in buckets))
        self.assertEqual(buckets[-1][0], 'le="+Inf"')
        steps = [float(label[4:-1]) for label, _ in buckets[:-1]]
        self.assertEqual(steps, sorted(steps))
        count = next(v for name, _, v in samples if name.endswith("_count"))
        self.assertEqual((buckets[-1][1], count), (1, 1), "the guest was made, nothing else was changed")

    def test_figures_are_for_this_machine(self):
        with Server("--trust-proxy") as server:
            far = {"X-Forwarded-For": "127.0.0.1, 203.0.113.9"}
            self.assertEqual(Http(server).request("GET", "/metrics", headers=far).status, 403)
            self.assertEqual(Http(server).get("/metrics").status, 200)
        with Server("--trust-proxy", "--open-metrics") as server:
            self.assertEqual(Http(server).request("GET", "/metrics", headers=far).status, 200)


class Proxy(unittest.TestCase):
    def test_address_and_scheme_come_from_the_proxy_alone(self):
        headers = dict(JSON, **{"X-Forwarded-For": "198.51.100.1, 203.0.113.9", "X-Forwarded-Proto": "https"})
        with Server("--trust-proxy", "--address-rate", "1") as server:
            answer = Http(server).request("POST", "/api/guest", "{}", headers)
            self.assertIn("Secure", answer.header("Set-Cookie"))
            self.assertTrue(answer.header("Strict-Transport-Security"))
            for _ in range(100):
                last = Http(server).request("GET", "/healthz", headers=headers).status
            self.assertEqual(last, 429)
            headers["X-Forwarded-For"] = "198.51.100.1, 203.0.113.10"
            self.assertEqual(Http(server).request("GET", "/healthz", headers=headers).status, 200)
            self.assertIn("203.0.113.9", {line.get("address") for line in server.log()})
        with Server() as server:
            answer = Http(server).request("POST", "/api/guest", "{}", headers)
            self.assertNotIn("Secure", answer.header("Set-Cookie"))
            self.assertEqual({line.get("address") for line in server.log() if line["event"] == "http"}, {"127.0.0.1"})


if __name__ == "__main__":
    unittest.main()
