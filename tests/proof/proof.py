"""How long a proof runs, from which seed, and the line it ends with: tests/support/proof.h for scripts."""

import os
import time


class Proof:
    def __init__(self, name, brief, full):
        soak = "LAMMER_SOAK" in os.environ
        self.name = name
        self.count = int(os.environ.get("LAMMER_COUNT", full if soak else brief))
        self.seed = int(os.environ.get("LAMMER_SEED", int(time.time()) if soak else 1))
        self.seconds = float(os.environ.get("LAMMER_SECONDS", 0))
        self.began = time.monotonic()

    def goes_on(self, done):
        return done < self.count and (self.seconds <= 0 or time.monotonic() - self.began < self.seconds)

    def end(self, done, what, figures):
        print(
            f"proof {self.name}: {done} {what}, {figures} (seed {self.seed}, {time.monotonic() - self.began:.0f} s)",
            flush=True,
        )
