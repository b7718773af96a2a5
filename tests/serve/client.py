"""What tests need to talk to `lammer serve`: the program itself, an HTTP client with cookies, a WebSocket client over plain
sockets that can also misbehave. The standard library alone.

    with Server("--session-rate", "0") as server:
        http = Http(server)
        http.post("guest")                        # sets cookie and token
        with Socket(server, session=http.session) as socket:
            socket.ask("watch", table="wa-freebet")
            socket.next_message()                 # a snapshot
"""

import base64
import collections
import functools
import hashlib
import http.client
import json
import os
import shutil
import signal
import socket as sockets
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from schema import Document  # noqa: E402

LAMMER = os.path.abspath(os.environ.get("LAMMER", "build/lammer"))
PATIENCE = float(os.environ.get("LAMMER_TEST_PATIENCE", "60"))  # seconds; sanitized or busy machines need more


@functools.lru_cache(None)
def document():
    """The program's own document: every answer and message of the tests is checked against it."""
    return Document(json.loads(subprocess.run([LAMMER, "serve", "--openapi"], capture_output=True, check=True).stdout))


# --- the program --------------------------------------------------------------------------------------------------


class Server:
    """A running server on a free port. Its folder is removed at the end unless it was given."""

    def __init__(
        self, *options, folder=None, store=None, listen="127.0.0.1:0", program=None, tls=None, env=None, wait=True
    ):
        self.given_folder = folder
        self.folder = folder or tempfile.mkdtemp(prefix="lammer-serve-")
        self.store = store or f"sqlite:{self.folder}/house.db"
        self.options, self.listen, self.program = list(options), listen, program or LAMMER
        self.tls = tls  # an ssl.SSLContext for clients
        self.env = dict(os.environ, **(env or {}))
        self.process = None
        self.deciding = None
        self.started = 0
        if wait:
            self.start()

    def command(self):
        names = [option.split("=")[0] for option in self.options]
        command = [self.program, "serve", "--listen", self.listen, "--store", self.store]
        for name in ("key", "secret"):
            if f"--{name}" not in names:
                command += [f"--{name}", f"{self.folder}/house.{name}"]
        return command + self.options

    def start(self):
        self.started += 1
        self.log_path = f"{self.folder}/log.{self.started}"
        self.log_file = open(self.log_path, "wb")
        self.process = subprocess.Popen(self.command(), stdout=subprocess.PIPE, stderr=self.log_file, env=self.env)
        self.printed = []
        self.is_open = threading.Event()
        self.reader = threading.Thread(target=self._read_output, daemon=True)
        self.reader.start()
        if not self.is_open.wait(PATIENCE) or not getattr(self, "address", None):
            self.kill()
            raise AssertionError("the server did not start:\n" + self.log_text() + "\n".join(self.printed))
        return self

    def _read_output(self):
        self.address, self.token = None, ""
        lines = iter(self.process.stdout.readline, b"")
        for line in lines:
            text = line.decode().rstrip("\n")
            self.printed.append(text)
            if " open at " in text:
                self.address = text.split(" open at ")[1].strip()
                parts = urllib.parse.urlsplit(self.address)
                self.host, self.port = parts.hostname, parts.port
                self.is_open.set()
            if text.startswith("  ") and "curl" not in text and "-d" not in text and not self.token:
                self.token = text.strip()
        self.is_open.set()

    def token_when_printed(self):
        deadline = time.monotonic() + PATIENCE
        while not self.token and time.monotonic() < deadline:
            time.sleep(0.01)
        return self.token

    def stop(self, timeout=PATIENCE):
        """Sends SIGTERM and returns the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.wait(timeout)

    def kill(self):
        """kill -9."""
        if self.process and self.process.poll() is None:
            self.process.kill()
        return self.wait(PATIENCE) if self.process else None

    def wait(self, timeout=PATIENCE):
        status = self.process.wait(timeout)
        self.reader.join(PATIENCE)
        self.process.stdout.close()
        self.log_file.close()
        return status

    def keep_port(self):
        if self.listen.endswith(":0"):
            self.listen = f"{self.listen[:-2]}:{self.port}"

    def restart(self):
        """Starts again after stop() or kill(), on the same port where that is still free."""
        self.keep_port()
        return self.start()

    def log_text(self):
        with open(self.log_path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def log(self):
        """The lines of the log as objects; a line that is not an object is an error."""
        return [json.loads(line) for line in self.log_text().splitlines()]

    def connect(self, timeout=PATIENCE):
        """A plain connection, with TLS where the server has it."""
        raw = sockets.create_connection((self.host, self.port), timeout=timeout)
        raw.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        return self.tls.wrap_socket(raw, server_hostname="localhost") if self.tls else raw

    def metrics(self):
        """Samples without labels by name; with labels by name{labels}."""
        answer = Http(self).get("/metrics")
        assert answer.status == 200, answer.text
        samples = {}
        for line in answer.text.splitlines():
            if not line.startswith("#"):
                name, value = line.rsplit(" ", 1)
                samples[name] = float(value)
        return samples

    def decides(self, word):
        """Whether the server's own document requires "seen" with this word: the record on which its sender decided."""
        if self.deciding is None:
            paths = document().document["paths"]
            bodies = {path: item["post"]["requestBody"] for path, item in paths.items() if "post" in item}
            self.deciding = {
                path.rsplit("/", 1)[1]
                for path, body in bodies.items()
                if "seen" in body["content"]["application/json"]["schema"].get("required", ())
            }
        return word in self.deciding

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process and self.process.poll() is None:
            self.kill()
        if not self.given_folder:
            shutil.rmtree(self.folder, ignore_errors=True)


# --- HTTP ---------------------------------------------------------------------------------------------------------


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)

    def header(self, name):
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    def __repr__(self):
        return f"<{self.status} {self.body[:300]!r}>"


class Http:
    """One browser or program: keeps its connection, its cookie and the token that its posts need.

    With browser=True it behaves like a page of the server's own: it sends Origin."""

    def __init__(self, server, browser=False, session=None, bearer=None):
        self.server, self.browser, self.bearer = server, browser, bearer
        self.cookies, self.csrf, self.session = {}, None, session
        self.connection = None
        if session:
            self.cookies["lammer_session"] = session

    def _connect(self):
        if self.server.tls:
            return http.client.HTTPSConnection(
                self.server.host, self.server.port, timeout=PATIENCE, context=self.server.tls
            )
        return http.client.HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE)

    def request(self, method, path, body=None, headers=None):
        for attempt in (1, 2):
            if not self.connection:
                self.connection, attempt = self._connect(), 2
            try:
                self.connection.request(method, path, body, headers or {})
                response = self.connection.getresponse()
                break
            except (http.client.RemoteDisconnected, ConnectionError):
                self.close()
                if attempt == 2:
                    raise
        answer = Answer(response.status, response.getheaders(), response.read())
        if response.will_close:
            self.close()
        self._keep_cookies(answer)
        return answer

    def _keep_cookies(self, answer):
        for name, value in answer.headers:
            if name.lower() != "set-cookie":
                continue
            key, rest = value.split("=", 1)
            cookie, *attributes = [part.strip() for part in rest.split(";")]
            self.cookies[key] = cookie
            if any(part.lower() == "max-age=0" for part in attributes):
                del self.cookies[key]
            if key == "lammer_session":
                self.session, self.csrf = self.cookies.get(key), None

    def headers(self, **more):
        headers = {}
        if self.cookies and not self.bearer:
            headers["Cookie"] = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        if self.bearer:
            headers["Authorization"] = f"Bearer {self.bearer}"
        if self.browser:
            headers["Origin"] = self.server.address
        headers.update(more)
        return headers

    def get(self, path, **query):
        if query:
            path += "?" + urllib.parse.urlencode(query)
        return self.request("GET", path, headers=self.headers())

    def token(self):
        if self.csrf is None and self.cookies.get("lammer_session"):
            self.csrf = self.get("/session").json.get("csrf")
        return self.csrf

    def post(self, word, **fields):
        """{"do": word, ...}; fields end with "_" where Python has the name for itself. A decision is made on the table as it
        stands now, unless the fields say otherwise."""
        if "table" in fields and "seen" not in fields and self.server.decides(word):
            look = self.read("look", table=fields["table"])
            fields["seen"] = look.json.get("seq", 0)
        headers = self.headers(**{"Content-Type": "application/json"})
        if not self.bearer and self.token():
            headers["X-Lammer-Csrf"] = self.csrf
        body = json.dumps({key.rstrip("_"): value for key, value in fields.items()})
        return self._checked(word, self.request("POST", f"/api/{word}", body, headers))

    def read(self, word, **fields):
        return self._checked(
            word, self.get(f"/api/{word}", **{key.rstrip("_"): value for key, value in fields.items()})
        )

    def _checked(self, word, answer):
        if answer.status == 200:
            document().check_answer(word, answer.json)
        return answer

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    __del__ = close


# --- WebSocket ------------------------------------------------------------------------------------------------------

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


class Refused(Exception):
    """The server did not open the socket."""

    def __init__(self, status, head):
        super().__init__(f"{status}: {head!r}")
        self.status, self.head = status, head


class Closed(Exception):
    """The connection is over; code is None where no close frame came."""

    def __init__(self, code, reason=""):
        super().__init__(f"closed: {code} {reason}")
        self.code, self.reason = code, reason


def masked(data, mask):
    if not data:
        return b""
    long_mask = (mask * (len(data) // 4 + 1))[: len(data)]
    return (int.from_bytes(data, "big") ^ int.from_bytes(long_mask, "big")).to_bytes(len(data), "big")


def frame(opcode, payload=b"", final=True, mask=b"\x11\x22\x33\x44", reserved=0, length=None):
    """A frame as bytes. For faulty clients: mask=None sends it unmasked, and `length` replaces the payload's true
    length."""
    size = len(payload) if length is None else length
    head = bytes([final << 7 | reserved << 4 | opcode])
    bit = 0x80 if mask is not None else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    return head + mask + masked(payload, mask) if mask is not None else head + payload


class Socket:
    """ask() sends a request under the next number and waits for its answer; what else comes meanwhile waits in `events`."""

    def __init__(
        self,
        server,
        session=None,
        cookie=None,
        origin=None,
        protocol="lammer.1",
        path="/ws",
        headers=(),
        timeout=PATIENCE,
        receive_bytes=None,
        first_number=1,
    ):
        self.server = server
        self.events = collections.deque()
        self.number = first_number - 1
        self.closed = None
        self.pongs = True  # answer pings
        self.buffer = b""
        self.partial = None
        self.timeout = timeout
        self.socket = sockets.socket() if receive_bytes else None
        if receive_bytes:
            self.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, receive_bytes)
            self.socket.settimeout(timeout)
            self.socket.connect((server.host, server.port))
        else:
            self.socket = server.connect(timeout)
        self._open(server, cookie, origin, protocol, path, headers)
        if session:
            answer = self.ask("hello", session=session)
            assert answer["ok"], answer

    def _open(self, server, cookie, origin, protocol, path, headers):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {server.host}:{server.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        if protocol:
            lines.append(f"Sec-WebSocket-Protocol: {protocol}")
        if origin:
            lines.append(f"Origin: {origin}")
        if cookie:
            lines.append(f"Cookie: lammer_session={cookie}")
        self.socket.sendall("\r\n".join(lines + list(headers) + ["", ""]).encode())
        head = self._read_head()
        status = int(head.split(b" ", 2)[1]) if head.startswith(b"HTTP/") else 0
        if status != 101:
            self.socket.close()
            raise Refused(status, head)
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        assert accept in head, head
        assert not protocol or b"lammer.1" in head, head

    def _read_head(self):
        while b"\r\n\r\n" not in self.buffer:
            try:
                data = self.socket.recv(65536)
            except ConnectionError:
                data = b""
            if not data:
                raise Refused(
                    int(self.buffer.split(b" ", 2)[1]) if self.buffer.startswith(b"HTTP/") else 0, self.buffer
                )
            self.buffer += data
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        return head

    # --- sending

    def send_bytes(self, data):
        self.socket.sendall(data)

    def send_frame(self, opcode, payload=b"", **how):
        self.send_bytes(frame(opcode, payload, **how))

    def send_text(self, text):
        self.send_frame(TEXT, text.encode() if isinstance(text, str) else text, mask=os.urandom(4))

    def send_pieces(self, text, size):
        """One message in fragments of `size` bytes."""
        data = text.encode()
        pieces = [data[i : i + size] for i in range(0, len(data), size)] or [b""]
        for i, piece in enumerate(pieces):
            self.send_frame(TEXT if i == 0 else CONTINUATION, piece, final=i == len(pieces) - 1)

    def send(self, word, **fields):
        """Sends a request under the next number, which is returned; the answer comes by answer_to()."""
        if "table" in fields and "seen" not in fields and self.server.decides(word):
            fields["seen"] = self.answer_to(self.send("look", table=fields["table"])).get("seq", 0)
        self.number += 1
        body = {"do": word, "n": self.number}
        body.update((key.rstrip("_"), value) for key, value in fields.items())
        self.send_text(json.dumps(body))
        return body["n"]

    # --- receiving

    def _need(self, size, deadline):
        while len(self.buffer) < size:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError("nothing came in time")
            self.socket.settimeout(left)
            try:
                data = self.socket.recv(262144)
            except sockets.timeout:
                raise TimeoutError("nothing came in time") from None
            except (ConnectionError, ssl.SSLError) as error:
                raise self._over(None, str(error)) from None
            if not data:
                raise self._over(None)
            self.buffer += data

    def _over(self, code, reason=""):
        self.closed = self.closed or Closed(code, reason)
        self.socket.close()
        return self.closed

    def read_frame(self, timeout=None):
        """(opcode, payload, final) of the next frame of any kind."""
        if self.closed:
            raise self.closed
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        self._need(2, deadline)
        first, second = self.buffer[0], self.buffer[1]
        assert not second & 0x80, "a server never masks"
        assert not first & 0x70, "no extension was agreed on"
        size, at = second & 0x7F, 2
        if size == 126:
            self._need(4, deadline)
            size, at = struct.unpack(">H", self.buffer[2:4])[0], 4
        elif size == 127:
            self._need(10, deadline)
            size, at = struct.unpack(">Q", self.buffer[2:10])[0], 10
        self._need(at + size, deadline)
        payload, self.buffer = self.buffer[at : at + size], self.buffer[at + size :]
        return first & 0x0F, payload, bool(first & 0x80)

    def receive(self, timeout=None):
        """The next whole message as text. Pings are answered; a close frame is answered and raised as Closed."""
        while True:
            opcode, payload, final = self.read_frame(timeout)
            if opcode == PING and self.pongs:
                self.send_frame(PONG, payload)
            elif opcode == CLOSE:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None
                try:
                    self.send_frame(CLOSE, payload)
                except OSError:
                    pass
                raise self._over(code, payload[2:].decode())
            elif opcode in (TEXT, CONTINUATION):
                self.partial = (self.partial or b"") + payload
                if final:
                    text, self.partial = self.partial.decode(), None
                    return text

    def receive_json(self, timeout=None):
        message = json.loads(self.receive(timeout))
        if "table" in message and "ok" not in message:
            document().check_message(message)
        return message

    def answer_to(self, number, timeout=None):
        """The answer to request `number`; other messages go to `events`."""
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            message = self.receive_json(max(0.001, deadline - time.monotonic()))
            if message.get("n") == number and "ok" in message:
                return message
            self.events.append(message)

    def ask(self, word, **fields):
        answer = self.answer_to(self.send(word, **fields))
        document().check_answer(word, answer)
        return answer

    def next_message(self, timeout=None):
        """The next message that is not an answer to ask()."""
        return self.events.popleft() if self.events else self.receive_json(timeout)

    def messages(self, quiet=0.2):
        """All messages until nothing comes for `quiet` seconds."""
        found = list(self.events)
        self.events.clear()
        while True:
            try:
                found.append(self.receive_json(quiet))
            except TimeoutError:
                return found

    def wait_closed(self, timeout=None):
        """Reads until the connection ends; the Closed that tells how."""
        try:
            while True:
                self.receive(timeout)
        except Closed as closed:
            return closed

    def close(self, code=1000, reason=""):
        if self.closed:
            return
        try:
            self.send_frame(CLOSE, struct.pack(">H", code) + reason.encode())
            self.wait_closed(2)
        except (OSError, TimeoutError):
            pass
        self.socket.close()

    def drop(self):
        """Ends the connection without a close frame, as a pulled cable does (although the kernel still tells the server)."""
        if not self.closed:
            self.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()
        self.closed = self.closed or Closed(None, "dropped")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


# --- certificates --------------------------------------------------------------------------------------------------


def make_certificate(folder):
    """A self-signed certificate for localhost: (certificate file, key file, SSLContext of a client that trusts it)."""
    cert, key = f"{folder}/cert.pem", f"{folder}/cert.key"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-keyout",
            key,
            "-out",
            cert,
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=DNS:localhost,IP:127.0.0.1",
        ],
        check=True,
        capture_output=True,
    )
    return cert, key, ssl.create_default_context(cafile=cert)
