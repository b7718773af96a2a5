"""Simulation: round k of a seed is the same round on every machine, by any backend; tallies are integers with a digest."""
from ._library import ffi, lib, text
from .odds import Game

FIGURES = "house_edge se low high sd sd_100 element_of_risk staked win push lose hands".split()


class Job:
    """What is simulated: rules, a chart to play by (the best one if none is given), a seed, stakes."""

    def __init__(self, rules, chart=None, seed=1, bet_cents=1000, stakes=None, seats=1):
        self.rules = rules
        self.chart = chart or Game(rules).chart()
        self.c = ffi.new("lm_sim_job *")
        self.c.rules = rules.c
        self.c.chart = self.chart.c
        self.c.seed = seed
        self.c.bet_cents = bet_cents
        self.c.seats = seats
        for name, cents in (stakes or {}).items():
            self.c.stake_cents[rules.offers.index(name)] = cents
        fault = text(lib.lm_sim_job_fault(self.c))
        if fault:
            raise ValueError(fault)


class Tally:
    """The result of a range of rounds. Tallies of ranges that follow each other add up."""

    def __init__(self, job):
        self.job = job
        self.c = ffi.new("lm_sim_tally *")

    def __add__(self, other):
        both = Tally(self.job)
        lib.lm_sim_tally_add(both.c, self.c)
        lib.lm_sim_tally_add(both.c, other.c)
        return both

    @property
    def rounds(self):
        return self.c.main.rounds

    @property
    def digest(self):
        made = ffi.new("uint8_t[]", lib.LM_SIM_DIGEST)
        lib.lm_sim_digest(self.job.c, self.c, made)
        return bytes(made).hex()

    def figures(self):
        found = ffi.new("lm_sim_figures *")
        lib.lm_sim_main_figures(self.job.c, self.c, found)
        return {name: getattr(found, name) for name in FIGURES}


def backends(job=None):
    """The backends that this machine has and that take the job; the fastest first."""
    found, i = [], 0
    while lib.lm_sim_backends[i] != ffi.NULL:
        backend = lib.lm_sim_backends[i]
        here = backend.is_here == ffi.NULL or backend.is_here()
        takes = job is None or backend.refuses == ffi.NULL or backend.refuses(job.c) == ffi.NULL
        if here and takes:
            found.append(text(backend.name))
        i += 1
    return found


def run(job, rounds, first=0, backend=None, threads=1):
    """Plays the rounds first .. first + rounds - 1, by the fastest backend that can."""
    usable = backends(job)
    if backend is not None and backend not in usable:
        raise ValueError(f"{backend} cannot run this job on this machine; use {', '.join(usable)}")
    chosen = lib.lm_sim_backend_find((backend or usable[0]).encode())
    tally = Tally(job)
    if lib.lm_sim_run(job.c, chosen, threads, first, rounds, ffi.NULL, tally.c, ffi.NULL) != rounds:
        raise MemoryError("the simulation could not be run")
    return tally
