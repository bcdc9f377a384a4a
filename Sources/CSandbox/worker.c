#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "CSandboxFilter.h"
#include "CSandboxLandlock.h"
#include "CSandboxWorker.h"
#include "name.h"

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

// What a worker does; a program without the room DecodeWorker has none.
__attribute__((weak)) extern void DecodeWorker_serve(void);

// What a test does inside a worker; only the tests define it.
__attribute__((weak)) extern bool CSandboxProbe_run(const void *bytes, size_t count, char *result, size_t capacity);

bool CSandbox_run_probe(const void *bytes, size_t count, char *result, size_t capacity) {
    return CSandboxProbe_run && CSandboxProbe_run(bytes, count, result, capacity);
}

// Lowers a limit for good; returns whether it holds.
static bool limit(int resource, rlim_t value) {
    struct rlimit limits;
    if (getrlimit((__rlimit_resource_t)resource, &limits) != 0) return false;
    if (limits.rlim_max < value) value = limits.rlim_max;
    limits.rlim_cur = limits.rlim_max = value;
    return setrlimit((__rlimit_resource_t)resource, &limits) == 0;
}

// Says why the worker dies, and dies; makes calls of the list only.
static void tell(int signal, siginfo_t *information, void *context) {
    (void)context;
    CSandbox_LastWords words = {.kind = CSandbox_last_words, .cause = CSandbox_crash, .number = signal};
    if (signal == SIGSYS) {
        // abort(3) begins with calls about signals: a runtime gives up.
        int call = information->si_syscall;
        bool gives_up = call == SYS_rt_sigprocmask || call == SYS_getpid || call == SYS_tgkill ||
                        call == SYS_rt_sigaction;
        words.number = gives_up ? SIGABRT : call;
        if (!gives_up) words.cause = CSandbox_forbidden_call;
    }
    if (words.cause == CSandbox_crash && errno == ENOMEM) words.cause = CSandbox_no_memory;
    if (write(CSandbox_connection, &words, sizeof words) < 0) _exit(2);
    _exit(1);
}

static void hear_of_death(void) {
    // Room for the handler where the stack itself is at fault; the kernel's frame may take several KiB.
    static char stack[64 << 10];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&other, NULL);
    struct sigaction action = {.sa_sigaction = tell, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
}

// Runs before main, and in a worker instead of it: there is one thread, and little of the program is awake.
__attribute__((constructor)) static void serve_if_worker(int count, char **words, char **environment) {
    (void)environment;
    if (count != 1 || strcmp(words[0], CSANDBOX_WORKER_NAME) != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_NAME, "photo-decoder");
    if (syscall(SYS_close_range, CSandbox_output + 1, ~0U, 0) != 0)
        for (int descriptor = CSandbox_output + 1; descriptor < 4096; descriptor++) close(descriptor);
    close(1);
    close(2);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, 32);
    limit(RLIMIT_STACK, 2 << 20);
    limit(RLIMIT_MEMLOCK, 0);
    limit(RLIMIT_FSIZE, 0);
    mallopt(M_ARENA_MAX, 1);
    if (!DecodeWorker_serve) _exit(127);
    DecodeWorker_serve();
    _exit(0);
}

// What is mapped now, in bytes; 0 where that cannot be read.
static size_t mapped_memory(void) {
    char text[64] = {0};
    int descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return 0;
    ssize_t length = read(descriptor, text, sizeof text - 1);
    close(descriptor);
    return length > 0 ? strtoul(text, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

CSandbox_Confinement CSandbox_confine(int calls, size_t memory, unsigned seconds, bool uses_landlock,
                                      bool uses_filter) {
    CSandbox_Confinement result = {0};
    hear_of_death();
    // lcms2 asks for the date, for which the C library reads the time zone once.
    tzset();
    size_t mapped = mapped_memory();
    if (!mapped) {
        result.error = errno;
        return result;
    }
    if (!limit(RLIMIT_AS, mapped + memory) || !limit(RLIMIT_CPU, seconds)) {
        result.error = errno;
        return result;
    }
    limit(RLIMIT_NPROC, 0);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) result.error = errno;
    int version = uses_landlock ? CSandbox_get_landlock_version() : 0;
    if (version > 0) {
        int ruleset = CSandbox_make_ruleset(true, true);
        if (ruleset >= 0 && CSandbox_restrict_self(ruleset) == 0) result.landlock = version;
        if (ruleset >= 0) close(ruleset);
    }
    if (uses_filter) {
        // No descriptor can be opened any more, whatever the kernel would allow; a test of Landlock alone still tries.
        limit(RLIMIT_NOFILE, 0);
        if (CSandbox_enter_filter((CSandbox_Calls)calls) == 0)
            result.is_filtered = true;
        else if (!result.error)
            result.error = errno;
    }
    errno = 0;
    return result;
}

size_t CSandbox_held_memory(void) { return mallinfo2().arena; }
