"""An intruder in a thread of a running server: makes it do any system call, by the debugger's interface, and tells
how the kernel answered. For root on x86-64."""

import ctypes
import os
import platform
import signal
import time

from client import PATIENCE

ATTACH, DETACH, GETREGS, SETREGS, SINGLESTEP = 16, 17, 12, 13, 9
ANY_THREAD = 0x40000000
NAMES = (
    "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss fs_base gs_base ds es fs gs"
).split()
CALLS = {
    "open": 2,
    "mmap": 9,
    "socket": 41,
    "fork": 57,
    "execve": 59,
    "kill": 62,
    "mkdir": 83,
    "chmod": 90,
    "ptrace": 101,
    "prctl": 157,
    "chroot": 161,
    "setresuid": 117,
    "memfd_create": 319,
    "clone3": 435,
    "getpid": 39,
    "mount": 165,
}
SYSCALL = b"\x0f\x05"


class Registers(ctypes.Structure):
    _fields_ = [(name, ctypes.c_ulonglong) for name in NAMES]


def possible():
    return os.geteuid() == 0 and platform.machine() == "x86_64"


class Intruder:
    """Enters a thread while it waits in a system call, as an idle thread does.

    with Intruder(pid, thread) as intruder: intruder.call("open", "/etc/passwd", 0, 0)"""

    def __init__(self, pid, thread):
        self.pid, self.thread = pid, thread
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.libc.ptrace.restype = ctypes.c_long
        self.libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]

    def ptrace(self, request, address=None, data=None):
        if self.libc.ptrace(request, self.thread, address, data) == -1:
            raise OSError(ctypes.get_errno(), f"ptrace {request}: {os.strerror(ctypes.get_errno())}")

    def wait(self):
        """The signal it stopped with; negative when it has ended."""
        _, status = os.waitpid(self.thread, ANY_THREAD)
        return os.WSTOPSIG(status) if os.WIFSTOPPED(status) else -os.WTERMSIG(status)

    def __enter__(self):
        self.memory = open(f"/proc/{self.pid}/mem", "r+b", buffering=0)
        self.before, self.dead = Registers(), False
        deadline = time.monotonic() + PATIENCE
        while not self.enter_while_it_waits():
            self.ptrace(DETACH)
            assert time.monotonic() < deadline, f"thread {self.thread} never waits"
            time.sleep(0.01)
        return self

    def enter_while_it_waits(self):
        self.ptrace(ATTACH)
        self.wait()
        self.ptrace(GETREGS, None, ctypes.addressof(self.before))
        self.memory.seek(self.before.rip - len(SYSCALL))
        return self.memory.read(len(SYSCALL)) == SYSCALL

    def __exit__(self, *error):
        self.memory.close()
        if not self.dead:
            self.ptrace(SETREGS, None, ctypes.addressof(self.before))
            self.ptrace(DETACH)

    def call(self, name, *arguments):
        """The result; a negative errno when it was refused; None when the process was ended for it."""
        registers = Registers.from_buffer_copy(self.before)
        at = (self.before.rsp - 8192) & ~15
        for register, argument in zip(("rdi", "rsi", "rdx", "r10", "r8", "r9"), arguments):
            if isinstance(argument, str):
                self.memory.seek(at)
                self.memory.write(argument.encode() + b"\0")
                argument, at = at, at + 256
            setattr(registers, register, argument & 0xFFFFFFFFFFFFFFFF)
        registers.rip, registers.rax, registers.orig_rax = self.before.rip - 2, CALLS[name], 0xFFFFFFFFFFFFFFFF
        self.ptrace(SETREGS, None, ctypes.addressof(registers))
        self.ptrace(SINGLESTEP)
        stopped = self.wait()
        if stopped < 0:
            self.dead = True
            assert stopped == -signal.SIGSYS, f"the process ended by signal {-stopped}"
            return None
        self.ptrace(GETREGS, None, ctypes.addressof(registers))
        return ctypes.c_longlong(registers.rax).value
