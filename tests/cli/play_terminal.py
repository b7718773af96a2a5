"""A terminal to test in: a tmux server of its own, keys in, the screen out. And the same program in a pipe."""
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.append("tests/support")
from on_terminal import need_pty  # noqa: E402
from said import is_said  # noqa: E402

LAMMER = os.path.abspath(os.environ.get("LAMMER", "build/lammer"))
PATIENCE = float(os.environ.get("LAMMER_PATIENCE", "120"))


def need_tmux():
    """tmux may be missing, which skips the test; a machine without terminals fails it at once."""
    if shutil.which("tmux"):
        return need_pty()
    print("tmux is not here")
    sys.exit(77)


def environment(home, **more):
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TMUX", "TMUX_PANE")}
    return {**env, "XDG_DATA_HOME": home, "LC_ALL": "C.UTF-8", **more}


def pipe(home, lines, *args, command="play", **more):
    """Runs the program with lines as its input; what it prints, all of it."""
    text = "".join(line + "\n" for line in lines)
    return subprocess.run(
        [LAMMER, command, *args],
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment(home, **more),
    )


def is_gone(pid):
    """Whether a process ends in time."""
    end = time.monotonic() + PATIENCE
    while os.path.exists(f"/proc/{pid}") and time.monotonic() < end:
        time.sleep(0.03)
    return not os.path.exists(f"/proc/{pid}")


class Terminal:
    """A shell that runs the program in a window, tells its exit status and the state of its terminal, and waits."""

    count = 0

    def __init__(self, home, args, columns=80, rows=24, term="screen-256color", **env):
        Terminal.count += 1
        self.socket = f"lammer-{os.getpid()}-{Terminal.count}"
        settings = {"TERM": term, "XDG_DATA_HOME": home, "LC_ALL": "C.UTF-8", **env}
        words = " ".join(f"{k}={v}" for k, v in settings.items())
        quoted = " ".join("'" + a + "'" for a in args)
        # `trap :` catches the signals; ignored ones would be ignored by the program as well
        script = (
            f"trap : INT HUP TERM; stty -g >{home}/before; env {words} {LAMMER} {quoted}; "
            f"echo STATUS $?; stty -g >{home}/after; cmp {home}/before {home}/after && echo RESTORED; cat"
        )
        self.must("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), script)

    def tmux(self, *args):
        return subprocess.run(
            ["tmux", "-L", self.socket, *args],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env=environment("/nonexistent"),
        )

    def must(self, *args):
        """What tmux prints; without a terminal the test fails at once with tmux's reason."""
        done = self.tmux(*args)
        if done.returncode != 0:
            raise AssertionError(f"tmux {' '.join(args)} fails with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def screen(self, *options):
        return self.must("capture-pane", "-p", *options)

    def keys(self, *keys):
        self.must("send-keys", *keys)

    def click(self, column, row):
        """A press of the left button at a place counted from 0, as xterm reports it."""
        codes = bytes([0x1B, ord("["), ord("M"), 32, 33 + column, 33 + row])
        self.must("send-keys", "-H", *[f"{b:02x}" for b in codes])

    def resize(self, columns, rows):
        self.must("resize-window", "-x", str(columns), "-y", str(rows))

    def wait(self, *texts):
        """The screen, once it shows all these texts; an id stands for its sentence (said.py)."""
        return self.wait_until(lambda screen: all(is_said(screen, text) for text in texts), texts)

    def wait_until(self, is_right, what):
        """The screen, once `is_right` accepts it. A half-drawn screen is read again."""
        end = time.monotonic() + PATIENCE
        while True:
            screen = self.screen()
            if is_right(screen):
                return screen
            if time.monotonic() > end:
                raise AssertionError(f"the screen never shows {what}:\n{screen}")
            time.sleep(0.03)

    def pid(self):
        """The process id of the program, which is the child of the window's shell."""
        shell = self.must("list-panes", "-F", "#{pane_pid}").strip()
        with open(f"/proc/{shell}/task/{shell}/children") as children:
            return int(children.read().split()[0])

    def close(self):
        self.tmux("kill-server")
        path = os.path.join(os.environ.get("TMUX_TMPDIR", "/tmp"), f"tmux-{os.getuid()}", self.socket)
        if os.path.exists(path):
            os.unlink(path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Home:
    """A data directory that is removed at the end."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="lammer-home-")
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)
