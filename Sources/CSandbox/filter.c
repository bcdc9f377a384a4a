#define _GNU_SOURCE
#include "CSandboxFilter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifndef ARCHITECTURE
int CSandbox_enter_filter(CSandbox_Calls calls) {
    (void)calls;
    errno = ENOSYS;
    return -1;
}
#else

// Both processors are little-endian: the low half of an argument comes first.
#define ARGUMENT(index) ((uint32_t)offsetof(struct seccomp_data, args) + (index) * 8)
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
#define LOAD_NUMBER LOAD(offsetof(struct seccomp_data, nr))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define ALLOW RETURN(SECCOMP_RET_ALLOW)
#define REFUSE RETURN(SECCOMP_RET_TRAP)
#define ANSWER(number) RETURN(SECCOMP_RET_ERRNO | (number))
// Skips so many steps unless the loaded word is a value, or has one of some bits.
#define UNLESS_EQUAL(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (skip))
#define IF_BITS(bits, skip) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (skip), 0)
#define UNLESS_BITS(bits, skip) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, (skip))

// A call that is allowed whatever its arguments are.
#define CALL(name) UNLESS_EQUAL(SYS_##name, 1), ALLOW

// The start of every list: calls of another processor's numbering are refused, and x86-64's 32-bit pointers with them, which
// have numbers above all others.
#define START                                                                                                        \
    LOAD(offsetof(struct seccomp_data, arch)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0), REFUSE,      \
        LOAD_NUMBER

// Memory without a file and without code; reading and writing the first descriptors (only the connection with the parent is
// open); the thread's own number, which marks Swift's locks.
#define PLAIN                                                                                                        \
    CALL(brk), CALL(munmap), CALL(futex), CALL(close), CALL(exit_group), CALL(gettid),                               \
    UNLESS_EQUAL(SYS_mmap, 6), LOAD(ARGUMENT(2)), IF_BITS(PROT_EXEC, 3), LOAD(ARGUMENT(3)),                          \
        UNLESS_BITS(MAP_ANONYMOUS, 1), ALLOW, REFUSE,                                                                \
    UNLESS_EQUAL(SYS_mprotect, 4), LOAD(ARGUMENT(2)), IF_BITS(PROT_EXEC, 1), ALLOW, REFUSE,                          \
    UNLESS_EQUAL(SYS_read, 4), LOAD(ARGUMENT(0)), UNLESS_EQUAL(0, 1), ALLOW, REFUSE,                                 \
    UNLESS_EQUAL(SYS_write, 4), LOAD(ARGUMENT(0)), BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 2, 1, 0), ALLOW, REFUSE,      \
    /* The allocator grows a block in another way where this is missing. */                                         \
    UNLESS_EQUAL(SYS_mremap, 1), ANSWER(ENOSYS)

// What libpthread asks for when it starts and ends a thread. clone3 has its flags in memory, where a filter cannot look, so it
// is said to be missing, and libpthread uses clone; that is allowed for threads of this program only. The first thread of a
// program also sets up a signal, so a worker starts and ends one before it enters the list.
#define THREAD_FLAGS (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM)
#define THREADS                                                                                                      \
    UNLESS_EQUAL(SYS_clone, 5), LOAD(ARGUMENT(0)),                                                                   \
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K,                                                                          \
                 (uint32_t) ~(CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | CLONE_DETACHED)),          \
        UNLESS_EQUAL(THREAD_FLAGS, 1), ALLOW, REFUSE,                                                                \
    UNLESS_EQUAL(SYS_clone3, 1), ANSWER(ENOSYS),                                                                     \
    CALL(set_robust_list), CALL(rseq), CALL(rt_sigprocmask), CALL(madvise), CALL(lseek), CALL(exit)

static int enter(const struct sock_filter *steps, size_t count) {
    struct sock_fprog program = {.len = (unsigned short)count, .filter = (struct sock_filter *)steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

int CSandbox_enter_filter(CSandbox_Calls calls) {
    static const struct sock_filter plain[] = {START, PLAIN, REFUSE};
    static const struct sock_filter threaded[] = {START, PLAIN, THREADS, REFUSE};
    return calls == CSandbox_threaded ? enter(threaded, sizeof threaded / sizeof *threaded)
                                      : enter(plain, sizeof plain / sizeof *plain);
}
#endif
