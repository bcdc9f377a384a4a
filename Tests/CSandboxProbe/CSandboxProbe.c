#define _GNU_SOURCE
#include "CSandboxProbe.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static const char *target;
static const void *picture;

static int connect_to(int type) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(target)), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int connection = socket(AF_INET, type, 0);
    return connection < 0 ? -1 : connect(connection, (struct sockaddr *)&address, sizeof address);
}

static int connect_locally(bool is_abstract) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path + (is_abstract ? 1 : 0), target, sizeof address.sun_path - 2);
    socklen_t length = is_abstract ? (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(target))
                                   : (socklen_t)sizeof address;
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);
    return connection < 0 ? -1 : connect(connection, (struct sockaddr *)&address, length);
}

static int act_tcp(void) { return connect_to(SOCK_STREAM); }
static int act_udp(void) { return connect_to(SOCK_DGRAM); }
static int act_unix(void) { return connect_locally(false); }
static int act_abstract(void) { return connect_locally(true); }
static int act_open(void) { return open(target, O_RDONLY); }
static int act_list(void) { return open(target, O_RDONLY | O_DIRECTORY); }
static int act_write(void) { return open(target, O_WRONLY | O_CREAT, 0600); }
static int act_remove(void) { return unlink(target); }
static int act_fork(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child < 0 ? -1 : 0;
}
static int act_execute(void) { return execl(target, target, NULL); }
static int act_trace(void) { return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) < 0 ? -1 : 0; }
static int act_signal(void) { return kill((pid_t)atoi(target), SIGWINCH); }
static int act_environment(void) { return open("/proc/self/environ", O_RDONLY); }
static int act_ring(void) { return (int)syscall(425, 1, NULL); }
static int act_code(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
}
static int act_recode(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mprotect(page, 4096, PROT_READ | PROT_EXEC);
}
static int act_map(void) { return mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0) == MAP_FAILED ? -1 : 0; }
static int act_memory(void) {
    volatile char *block = malloc((size_t)4 << 30);
    for (size_t i = 0; i < (size_t)4 << 30; i += 4096) block[i] = 1;
    return 0;
}
static int act_nibble(void) {
    // Small pieces, as a decoder takes them that never ends.
    while (true) {
        volatile char *block = malloc(1000);
        block[0] = block[999] = 1;
    }
}
static int act_loop(void) {
    for (volatile uint64_t turns = 0;; turns++) {
    }
}
static int act_sleep(void) {
    uint32_t word = 0;
    return (int)syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
}
static int act_crash(void) {
    *(volatile int *)8 = 1;
    return 0;
}
static int act_abort(void) { abort(); }
static int act_trap(void) { __builtin_trap(); }
__attribute__((noinline)) static int deeper(volatile int depth) {
    volatile char frame[4096];
    frame[depth % 4096] = (char)depth;
    return depth < 0 ? 0 : deeper(depth + 1) + frame[0];
}
static int act_stack(void) { return deeper(0); }
static int act_leave(void) { _exit(3); }
static int act_spoil(void) {
    // The picture is shared with the parent, which may write it; a worker may not.
    ((volatile uint8_t *)picture)[0] = 1;
    return 0;
}
static int act_unlock(void) {
    return mprotect((void *)((uintptr_t)picture & ~(uintptr_t)4095), 4096, PROT_READ | PROT_WRITE);
}
static void *nothing(void *unused) { return unused; }
static int act_thread(void) {
    pthread_t thread;
    int error = pthread_create(&thread, NULL, nothing, NULL);
    errno = error;
    return error ? -1 : 0;
}

// A message of eight-byte numbers and texts behind their lengths.
static uint8_t message[8192];
static size_t length;
static void begin(uint8_t kind) {
    length = 0;
    message[length++] = kind;
}
static void number(int64_t value) {
    memcpy(message + length, &value, 8);
    length += 8;
}
static void text(const char *value, int64_t claimed) {
    number(claimed < 0 ? (int64_t)strlen(value) : claimed);
    memcpy(message + length, value, strlen(value));
    length += strlen(value);
}
static int say(void) {
    if (write(0, message, length) < 0) return -1;
    // Whether the parent goes on or ends this, nothing else is said.
    return act_sleep();
}
static void claim(int64_t width, int64_t height, int64_t original_width, int64_t original_height, const char *format) {
    begin(4);
    number(width);
    number(height);
    number(original_width);
    number(original_height);
    text(format, -1);
}
static int act_noise(void) {
    begin(0x5A);
    for (int i = 0; i < 500; i++) number(i * 0x123456789LL);
    return say();
}
static int act_hugeness(void) {
    claim(1 << 20, 1 << 20, 1 << 20, 1 << 20, "jpeg");
    number(0);
    number(0);
    return say();
}
static int act_emptiness(void) {
    claim(0, 0, 8, 8, "jpeg");
    number(0);
    number(0);
    return say();
}
static int act_negative(void) {
    claim(-4, -4, -8, -8, "jpeg");
    number(0);
    number(0);
    return say();
}
static int act_overflow(void) {
    claim(INT64_MAX, 4, INT64_MAX, INT64_MAX, "jpeg");
    number(INT64_MAX);
    number(0);
    return say();
}
static int act_mismatch(void) {
    claim(3, 3, 8, 8, "jpeg");
    number(0);
    number(0);
    return say();
}
static int act_disguise(void) {
    claim(8, 8, 8, 8, "png");
    number(0);
    number(0);
    return say();
}
static int act_chatter(void) {
    claim(8, 8, 8, 8, "jpeg");
    number(INT64_MAX);
    return say();
}
static int act_longness(void) {
    claim(8, 8, 8, 8, "jpeg");
    number(1);
    text("short", 1 << 30);
    number(0);
    return say();
}
static int act_shortness(void) {
    begin(4);
    number(8);
    return say();
}
static int act_rest(void) {
    claim(8, 8, 8, 8, "jpeg");
    number(0);
    number(0);
    number(77);
    return say();
}
static int act_order(void) {
    begin(6);
    for (int i = 0; i < 3; i++) number(0);
    return say();
}
static int act_words(void) {
    begin(0xFF);
    number(9);
    return say();
}
// A text that a terminal would obey, in bytes that are no text.
static int act_escape(void) {
    begin(5);
    number(2);
    text("\x1b[2J\xff\xfe\n", -1);
    number(0);
    return say();
}

#define ACTS(each)                                                                                                   \
    each(tcp) each(udp) each(unix) each(abstract) each(open) each(list) each(write) each(remove) each(fork)          \
        each(execute) each(trace) each(signal) each(environment) each(ring) each(code) each(recode) each(map)        \
            each(memory) each(nibble) each(loop) each(sleep) each(crash) each(abort) each(trap) each(stack)          \
                each(leave) each(spoil) each(unlock) each(thread) each(noise) each(hugeness) each(emptiness)         \
                    each(negative) each(overflow) each(mismatch) each(disguise) each(chatter) each(longness)         \
                        each(shortness) each(rest) each(order) each(words) each(escape)

bool CSandboxProbe_run(const void *bytes, size_t count, char *result, size_t capacity) {
    static char words[256];
    size_t mark = sizeof CSandboxProbe_mark - 1;
    if (count <= mark || count - mark >= sizeof words || memcmp(bytes, CSandboxProbe_mark, mark) != 0) return false;
    memcpy(words, (const char *)bytes + mark, count - mark);
    char *colon = strchr(words, ':');
    if (colon) *colon = 0;
    target = colon ? colon + 1 : "";
    picture = bytes;
    static const struct {
        const char *name;
        int (*run)(void);
    } acts[] = {
#define ENTRY(name) {#name, act_##name},
        ACTS(ENTRY)};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        if (strcmp(acts[i].name, words) != 0) continue;
        errno = 0;
        int outcome = acts[i].run();
        snprintf(result, capacity, "%s %d", outcome < 0 ? "refused with error" : "done", outcome < 0 ? errno : 0);
        return true;
    }
    snprintf(result, capacity, "no such act: %s", words);
    return true;
}
