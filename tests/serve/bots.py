"""Players that never give up: they sit, bet on everything that is offered, decide by chance from what they are shown, and when a
connection or a server is lost they come back and send what was not acknowledged again, under its old number.

Every acknowledgement is kept: (client number, table, record). What the journal must hold is exactly that."""

import http.client
import json
import random
import threading
import time

from client import PATIENCE, Closed, Http, Refused, Socket

LOST = (Closed, Refused, OSError, http.client.HTTPException)


class Gone(Exception):
    """The bot was told to stop."""


class Elsewhere(ConnectionError):
    """Another server has the table; the bot has turned to it already."""


class Bot(threading.Thread):
    def __init__(self, servers, table, seat, seed, rounds=10**9, sides=True, patience=10 * PATIENCE):
        super().__init__(daemon=True)
        self.servers, self.table, self.seat = list(servers), table, seat
        self.chance = random.Random(seed)
        self.wanted, self.sides, self.patience = rounds, sides, patience
        self.stopping = threading.Event()
        self.acked = []  # (number, record, word)
        self.acknowledged = None  # a function that is called with each acknowledgement
        self.refused = {}  # sentence: how often
        self.rounds = self.reconnects = self.repeated = 0
        self.longest = 0.0  # seconds from the first sending of a command to its acknowledgement
        self.failure = None
        self.socket = self.turn = self.layout = None
        self.seq, self.number, self.at = 0, 0, 0
        self.chips = 0
        self.bets_laid = self.is_ready = self.was_repeated = False

    # --- the connection

    def enter(self):
        """A guest of the first server that answers."""
        http = self.try_for(lambda: self._guest())
        self.session, self.person = http["session"], http["person"]

    def _guest(self):
        with Http(self.servers[self.at]) as http:
            answer = http.post("guest")
            if answer.status != 200:
                raise ConnectionError(answer.text)
            return answer.json

    def try_for(self, what):
        deadline = time.monotonic() + self.patience
        while True:
            if self.stopping.is_set():
                raise Gone
            try:
                return what()
            except LOST as lost:
                if time.monotonic() > deadline:
                    raise
                if not isinstance(lost, Elsewhere):
                    self.at = (self.at + 1) % len(self.servers)
                time.sleep(0.05)

    def connect(self):
        self.drop()
        self.is_ready = False  # a server that took over does not know who was
        self.socket = Socket(self.servers[self.at], session=self.session, timeout=5)
        answer = self._ask({"do": "watch", "table": self.table, "from": self.seq})
        if not answer["ok"]:
            self._elsewhere(answer)
            self.drop()  # a socket that does not watch would hear of nothing
            raise Elsewhere(answer.get("why"))

    def _elsewhere(self, answer):
        there = answer.get("elsewhere")
        for i, server in enumerate(self.servers):
            if there and there == server.address:
                self.at = i
                return
        self.at = (self.at + 1) % len(self.servers)

    def drop(self):
        if self.socket:
            self.socket.socket.close()
        self.socket = None

    def _ask(self, body):
        """Sends the body unchanged and waits for its answer; hears all messages that come before it."""
        self.socket.send_text(json.dumps(body))
        deadline = time.monotonic() + 5
        while True:
            message = self.socket.receive_json(max(0.001, deadline - time.monotonic()))
            if "ok" in message and message.get("n") == body.get("n"):
                return message
            self.hear(message)

    def hear(self, message):
        if message.get("table") != self.table or message.get("own"):
            return
        if message.get("moved"):
            raise ConnectionError("the table has moved")
        if "snapshot" in message:
            shot = message["snapshot"]
            assert (
                message["seq"]
                >= self.seq
                # say:test-snapshot-of-the-past
            ), f"{self.table}: a snapshot of the past, {message['seq']} after {self.seq}"
            self.seq, self.turn, self.layout = message["seq"], shot["turn"], shot["layout"]
            self.chips = next(
                (p.get("chips_cents", p.get("cents", 0)) for p in shot["players"] if p.get("player") == self.person),
                self.chips,
            )
            self.bets_laid = any(b["seat"] == self.seat for b in shot["boxes"]) and shot["phase"] == "betting"
        elif "events" in message:
            assert message["seq"] == self.seq + 1, f"{self.table}: record {message['seq']} after {self.seq}"
            self.seq, self.turn = message["seq"], message["turn"]
            self.chips = message["racks"].get(self.person, 0)
            for event in message["events"]:
                if event["event"] == "open":
                    self.bets_laid = self.is_ready = False
                if event["event"] == "over":
                    self.rounds += 1

    def do(self, word, **fields):
        """A command that is sent until it is answered. True when it was done."""
        self.number += 1
        body = dict(fields, do=word, table=self.table, n=self.number, seen=self.seq)
        began = time.monotonic()

        def once():
            if not self.socket:
                self.reconnects += 1
                self.connect()
            try:
                answer = self._ask(body)
            except LOST:
                self.drop()
                raise
            if not answer["ok"] and answer["status"] in (421, 503):
                self._elsewhere(answer)
                self.drop()
                raise Elsewhere(answer["why"])
            return answer

        answer = self.try_for(once)
        if answer["ok"]:
            if self.acknowledged:
                self.acknowledged()
            self.acked.append((self.number, answer["seq"], word))
            self.was_repeated = bool(answer.get("repeated"))
            self.repeated += self.was_repeated
            self.longest = max(self.longest, time.monotonic() - began)
        else:
            self.refused[answer["why"]] = self.refused.get(answer["why"], 0) + 1
        return answer["ok"]

    # --- playing

    def spots(self):
        """Dealer hands of multiple action."""
        return {"2": 2, "3": 3, "all": 3}.get(self.layout["rules"].get("multiple_action"), 1)

    def lay_bets(self):
        main = self.layout["min_bet"]
        if self.chips < 20 * main:
            if not self.do("buy", cents=50 * main):
                self.ask_for_money()
                self.do("buy", cents=50 * main)
        done = self.do("bet", seat=self.seat, cents=main * self.chance.choice((1, 1, 2)))
        for spot in range(2, self.spots() + 1):
            done = self.do("bet", seat=self.seat, wager=f"main.{spot}", cents=main) and done
        for wager in self.layout["wagers"] if self.sides and done else ():
            self.do("bet", seat=self.seat, wager=wager["wager"], cents=wager["least"])
        self.bets_laid = (done and not self.was_repeated) or self.has_bet()

    def has_bet(self):
        """Asks the table whether this player has a wager, because a wager was refused and the last message may be older."""
        try:
            shot = self._ask({"do": "look", "table": self.table})
        except LOST:
            self.drop()
            return False
        return bool(shot["ok"]) and any(box["seat"] == self.seat for box in shot["snapshot"]["boxes"])

    def ask_for_money(self):
        """Play money runs out; the house gives more."""

        def once():
            with Http(self.servers[self.at], bearer=self.session) as http:
                answer = http.post("play-money")
                if answer.status not in (200, 409):
                    raise ConnectionError(answer.text)

        self.try_for(once)

    def decide(self):
        legal = [a for a in self.turn.get("legal", ()) if a.get("seat", self.seat) == self.seat]
        words = [a["do"] for a in legal if a["do"] in ("hit", "stand", "double", "split", "surrender")]
        word = self.chance.choice(words + [w for w in words if w in ("stand", "split", "double")]) if words else "stand"
        return self.do(word, seat=self.seat)

    def step(self):
        """Acts for this player; False when it is another player's turn."""
        verb, seat = self.turn.get("do"), self.turn.get("seat")
        if verb == "cut" and seat == self.seat:
            self.do("cut", seat=self.seat, count=self.chance.randint(self.turn["least"], self.turn["most"]))
        elif verb == "bet" and not self.bets_laid:
            self.lay_bets()
        elif verb == "bet" and not self.is_ready:
            self.is_ready = self.do("ready") and not self.was_repeated  # a repeated one may be of an earlier round
        elif verb == "insure" and self.chance.random() < 0.9:
            before = self.seq
            for wager in ["insurance"] + [f"insurance.{spot}" for spot in range(2, self.spots() + 1)]:
                if self.turn.get("do") == "insure":
                    self.do("insure", seat=self.seat, wager=wager, cents=0)
            return self.seq != before
        elif seat == self.seat and self.turn.get("who") == "player":
            return self.decide()
        else:
            return False
        return True

    def wait(self, seconds):
        try:
            if not self.socket:
                raise ConnectionError("dropped")
            self.hear(self.socket.receive_json(seconds))
        except TimeoutError:
            pass
        except LOST:
            self.drop()
            self.try_for(self.connect)

    def play(self):
        self.enter()
        self.try_for(self.connect)
        if not self.do("sit", seat=self.seat):
            raise AssertionError(f"no seat: {self.refused}")
        while self.rounds < self.wanted and not self.stopping.is_set():
            before = self.seq
            if not self.step() or self.seq == before:
                self.wait(0.5)
        self.do("leave")

    def run(self):
        try:
            self.play()
        except Gone:
            pass
        except BaseException as error:  # told by finish()
            import traceback

            self.failure = "".join(traceback.format_exception(error))
        finally:
            self.drop()

    def standing(self):
        """What a test prints of a player who does not play on."""
        link = "connected" if self.socket else "without a connection"
        last = max(self.refused, key=self.refused.get, default="nothing")
        return (
            f"{self.table}: {link} to {self.servers[self.at].address} at record {self.seq}, command {self.number}, "
            f"{len(self.acked)} done, {self.reconnects} connections, bets {self.bets_laid}, ready {self.is_ready}, "
            f"waits for {self.turn}; refused most often: {last}"
        )

    def finish(self, timeout=10 * PATIENCE):
        self.stopping.set()
        self.join(timeout)
        assert not self.is_alive(), f"{self.person} at {self.table} hangs"
        assert not self.failure, self.failure
