"""The library itself, through cffi in ABI mode: `lib` has its functions, `ffi` makes and reads its structs."""
import os
import pathlib

import cffi

ffi = cffi.FFI()
ffi.cdef(pathlib.Path(__file__).with_name("cdef.h").read_text())
ffi.cdef("typedef struct { long long whole; double real; } max_align; /* memory aligned for any type */")

#: LAMMER_LIBRARY names the file; otherwise the system's loader finds it.
lib = ffi.dlopen(os.environ.get("LAMMER_LIBRARY", "liblammer.so.0"))


def text(pointer):
    """A C text, or None."""
    return None if pointer == ffi.NULL else ffi.string(pointer).decode()


def enum_name(kind, value):
    """The word of an enumerator without its prefix: enum_name("lm_play", 3) is "split"."""
    return ffi.typeof(kind).elements[value].split("_", 2)[-1].lower().replace("_", "-")


class Refused(Exception):
    """A refusal of the engine. `clause` orders it; None where no document does."""

    def __init__(self, why, clause):
        super().__init__(f"{why} [{clause}]" if clause else why)
        self.why = why
        self.clause = clause


def demand(status):
    """Raises a refusal; returns where the engine has acted."""
    if status.why != lib.LM_WHY_OK:
        raise Refused(text(lib.lm_why_text(status.why)), text(status.clause))
