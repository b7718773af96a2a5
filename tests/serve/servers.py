"""What tests of several servers share: words to any of them, and waiting until something is so."""

import time

from client import PATIENCE, Http

UNLIMITED = ("--session-rate", "0", "--address-rate", "0")


def held(server):
    return int(server.metrics()["lammer_tables"])


def wait_until(what, is_so, tell=str):
    deadline = time.monotonic() + 5 * PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, f"never: {what} {tell()}"
        time.sleep(0.05)


def says(at, session, word, **fields):
    with Http(at, bearer=session) as http:
        return http.post(word, **fields)


def play(bots, actions):
    """Waits until each bot has this many more acknowledged actions."""
    before = [len(bot.acked) for bot in bots]

    def enough():
        assert not any(bot.failure for bot in bots), [bot.failure for bot in bots if bot.failure][0]
        return all(len(bot.acked) >= n + actions for bot, n in zip(bots, before))

    def standing():
        late = [bot for bot, n in zip(bots, before) if len(bot.acked) < n + actions]
        return "".join(f"\n{bot.standing()}" for bot in late)

    wait_until("the players play on", enough, standing)


def finish(bots, servers):
    """Lets every bot end its round, then stops the servers in this order."""
    for bot in bots:
        bot.stopping.set()
    for bot in bots:
        bot.finish()
    for server in servers:
        assert server.stop() == 0, server.log_text()[-3000:]
