/* calls.c - seccomp: the system calls that this process may still make.
 *
 * A list of allowed calls, gathered by tracing the server; most others fail with EPERM. A few calls that only an
 * intruder would make end the process instead, so that there is no second attempt. A killed house loses nothing that it
 * has acknowledged. */
#define _GNU_SOURCE /* CLONE_THREAD */
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contain.h"

#define CALL(name) SCMP_SYS(name)

/* clang-format off */
static const int allowed[] = {
    /* files; Landlock decides which of them may be opened */
    CALL(open), CALL(openat), CALL(close), CALL(read), CALL(write), CALL(readv), CALL(writev),
    CALL(pread64), CALL(pwrite64), CALL(lseek), CALL(stat), CALL(lstat), CALL(fstat), CALL(newfstatat),
    CALL(statx), CALL(access), CALL(faccessat), CALL(readlink), CALL(readlinkat), CALL(getcwd),
    CALL(unlink), CALL(unlinkat), CALL(rename), CALL(ftruncate), CALL(fallocate), CALL(fsync), CALL(fdatasync),
    CALL(flock), CALL(fcntl), CALL(fstatfs), CALL(getdents64),
    /* connections */
    CALL(accept), CALL(accept4), CALL(recvfrom), CALL(recvmsg), CALL(sendto), CALL(sendmsg), CALL(sendmmsg),
    CALL(shutdown), CALL(getsockname), CALL(getpeername), CALL(getsockopt), CALL(setsockopt), CALL(poll),
    CALL(ppoll), CALL(select), CALL(pselect6), CALL(epoll_wait), CALL(epoll_pwait), CALL(epoll_ctl),
    /* memory */
    CALL(brk), CALL(munmap), CALL(mremap), CALL(madvise), CALL(mlock), CALL(munlock),
    /* threads and signals */
    CALL(futex), CALL(set_robust_list), CALL(rseq), CALL(sched_yield), CALL(sched_getaffinity),
    CALL(setpriority), CALL(getpriority), CALL(rt_sigaction), CALL(rt_sigprocmask), CALL(rt_sigreturn),
    CALL(sigaltstack), CALL(restart_syscall), CALL(exit), CALL(exit_group),
    /* time, randomness, identity */
    CALL(nanosleep), CALL(clock_nanosleep), CALL(clock_gettime), CALL(clock_getres), CALL(gettimeofday),
    CALL(time), CALL(getrandom), CALL(getpid), CALL(gettid), CALL(getuid), CALL(geteuid), CALL(getgid),
    CALL(getegid), CALL(getrusage), CALL(uname), CALL(sysinfo),
};
/* clang-format on */

/* glibc tries these first and falls back to the older call on ENOSYS. */
static const int unknown[] = { CALL(clone3), CALL(faccessat2), CALL(openat2), CALL(close_range) };

/* clang-format off */
static const int deadly[] = {
    CALL(execve), CALL(execveat), CALL(ptrace), CALL(process_vm_readv), CALL(process_vm_writev),
    CALL(mount), CALL(umount2), CALL(pivot_root), CALL(move_mount), CALL(fsopen), CALL(open_tree),
    CALL(bpf), CALL(perf_event_open), CALL(kexec_load), CALL(kexec_file_load), CALL(init_module),
    CALL(finit_module), CALL(delete_module), CALL(reboot), CALL(swapon), CALL(swapoff), CALL(userfaultfd),
    CALL(io_uring_setup), CALL(open_by_handle_at), CALL(iopl), CALL(ioperm), CALL(setns), CALL(unshare),
};
/* clang-format on */

static bool add_all(scmp_filter_ctx filter, uint32_t action, const int *calls, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (seccomp_rule_add(filter, action, calls[i], 0) != 0) return false;
    }
    return true;
}
#define ADD_ALL(filter, action, calls) add_all(filter, action, calls, sizeof(calls) / sizeof *(calls))

/* Allowed with some arguments only. The process never makes memory executable, starts threads but no processes, signals
 * only itself (abort), changes no limit, and uses no terminal or device. */
static bool add_careful(scmp_filter_ctx filter)
{
    const struct {
        int call;
        struct scmp_arg_cmp when;
    } rules[] = {
        { CALL(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0) },
        { CALL(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0) },
        { CALL(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM) },
        { CALL(tgkill), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()) },
        { CALL(prlimit64), SCMP_A2(SCMP_CMP_EQ, 0) },
        { CALL(prctl), SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME) },
        { CALL(ioctl), SCMP_A1(SCMP_CMP_EQ, FIONREAD) },
        { CALL(ioctl), SCMP_A1(SCMP_CMP_EQ, FIONBIO) },
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, rules[i].call, 1, rules[i].when) != 0) return false;
    }
    return true;
}

/* After a lost connection the server calls a remote database again, by name or by address; netlink tells which kinds of
 * address this machine has. A netlink address has twelve bytes, which fits no other kind of socket. */
static bool add_sockets(scmp_filter_ctx filter)
{
    enum { NETLINK_ADDRESS = 12 };
    static const int families[] = { AF_UNIX, AF_INET, AF_INET6, AF_NETLINK };
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct scmp_arg_cmp family = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)families[i]);
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(socket), 1, family) != 0) return false;
    }
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(connect), 0) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(bind), 1, SCMP_A2(SCMP_CMP_EQ, NETLINK_ADDRESS)) == 0;
}

static bool load(scmp_filter_ctx filter, const contain_plan *plan)
{
    return seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0 &&
           seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 &&
           seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0 && ADD_ALL(filter, SCMP_ACT_ALLOW, allowed) &&
           ADD_ALL(filter, SCMP_ACT_ERRNO(ENOSYS), unknown) && ADD_ALL(filter, SCMP_ACT_KILL_PROCESS, deadly) &&
           add_careful(filter) && ((!plan->ports && !plan->calls_all) || add_sockets(filter)) &&
           seccomp_load(filter) == 0;
}

void contain_calls(const contain_plan *plan, contain_report *report)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    report->calls = filter && load(filter, plan);
    if (!report->calls) contain_lacks(report, "seccomp");
    if (filter) seccomp_release(filter);
}
