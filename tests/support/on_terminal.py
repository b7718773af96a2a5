"""A program on a terminal of its own (a pty), without a screen: keys in, bytes out.

    python3 tests/support/on_terminal.py PROGRAM [ARG ...]    prints what the program writes to its terminal
"""

import fcntl
import os
import subprocess
import sys
import termios
import threading
import time


def need_pty():
    """Ends the test at once, as a failure with the reason, on a machine without terminals."""
    try:
        ends = os.openpty()
    except OSError as error:
        sys.exit(f"This test needs a terminal, and this machine has no pty ({error}). Mount devpts at /dev/pts.")
    for end in ends:
        os.close(end)


def _take_terminal():
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class OnTerminal:
    """A running program whose input, output and errors are one terminal; `stdout` may lead elsewhere."""

    def __init__(self, command, stdout=None, **env):
        wanted = {**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, "TERM": "xterm-256color", **env}
        self.master, slave = os.openpty()
        settings = termios.tcgetattr(slave)
        settings[3] &= ~termios.ECHO  # keys are not mixed into what the program prints
        termios.tcsetattr(slave, termios.TCSANOW, settings)
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=stdout or slave,
            stderr=slave,
            env=wanted,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)
        self.bytes = b""
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        try:
            while piece := os.read(self.master, 65536):
                self.bytes += piece
        except OSError:  # the program has closed its end
            pass

    @property
    def text(self):
        return self.bytes.decode(errors="replace").replace("\r\n", "\n")

    def wait_for(self, is_there, what, patience):
        """What `is_there` finds in the text, once it does."""
        end = time.monotonic() + patience
        while not (found := is_there(self.text)):
            if time.monotonic() > end or (self.process.poll() is not None and not self.reader.is_alive()):
                raise AssertionError(f"the terminal never shows {what}:\n{self.text}")
            time.sleep(0.02)
        return found

    def type(self, keys):
        os.write(self.master, keys.encode())

    def wait(self, patience):
        """The exit status, once all that was written is read."""
        status = self.process.wait(patience)
        self.reader.join(patience)
        return status

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.wait(60)
        os.close(self.master)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def main():
    import pty

    need_pty()
    return os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(main())
