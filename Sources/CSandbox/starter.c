#define _GNU_SOURCE
#include "CSandboxStarter.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// The longest request: an address of 8 KiB and the words of a command.
enum { longest_request = 128 << 10 };

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

static int spawn(char **words, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    // The program ignores SIGPIPE and this process its children; the one that is started shall do neither.
    sigset_t standard;
    sigemptyset(&standard);
    sigaddset(&standard, SIGPIPE);
    sigaddset(&standard, SIGCHLD);
    posix_spawnattr_setsigdefault(&attributes, &standard);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    int result = posix_spawnp(process, words[0], &actions, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return result;
}

// Waits for a program, and no longer than the one who asked for it lives.
static int wait_for(pid_t process, int asker, int *status) {
    int ending = (int)syscall(SYS_pidfd_open, process, 0);
    struct pollfd polled[2] = {{.fd = ending, .events = POLLIN}, {.fd = asker, .events = POLLIN}};
    // Where the kernel has no such descriptor, the end alone is waited for.
    while (ending >= 0) {
        if (poll(polled, 2, -1) < 0 && errno != EINTR) break;
        if (polled[1].revents) _exit(0);
        if (polled[0].revents) break;
    }
    while (waitpid(process, status, 0) < 0)
        if (errno != EINTR) return errno;
    return 0;
}

// Runs one program in a process of its own, and tells how it ended.
static void serve(char *words, size_t size, int asker) {
    signal(SIGCHLD, SIG_DFL);
    size_t count = 0;
    for (size_t place = 0; place < size; place++) count += words[place] == 0;
    char **list = calloc(count + 1, sizeof *list);
    CSandbox_End end = {.error = ENOMEM};
    if (list && count) {
        char *place = words;
        for (size_t index = 0; index < count; index++, place += strlen(place) + 1) list[index] = place;
        pid_t process;
        end.error = spawn(list, &process);
        if (!end.error) end.error = wait_for(process, asker, &end.status);
    }
    send(asker, &end, sizeof end, MSG_NOSIGNAL);
    _exit(0);
}

// Takes a request; returns its length, 0 at the end, and the descriptor for the answer, -1 for none.
static ssize_t receive(int requests, char *words, int *asker) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec place = {words, longest_request};
    struct msghdr message = {
        .msg_iov = &place, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t size;
    do size = recvmsg(requests, &message, MSG_CMSG_CLOEXEC);
    while (size < 0 && errno == EINTR);
    *asker = -1;
    struct cmsghdr *header = size > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header && header->cmsg_type == SCM_RIGHTS) memcpy(asker, CMSG_DATA(header), sizeof *asker);
    return size;
}

static void serve_all(int requests) {
    char *words = malloc(longest_request);
    // Nobody waits for the processes that answer.
    signal(SIGCHLD, SIG_IGN);
    // A terminal's Ctrl-C is the program's affair; with it this process ends too.
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    while (words) {
        int asker;
        ssize_t size = receive(requests, words, &asker);
        if (size <= 0) break;
        if (asker < 0) continue;
        pid_t process = words[size - 1] == 0 ? fork() : -1;
        if (process == 0) {
            close(requests);
            signal(SIGINT, SIG_DFL);
            signal(SIGTERM, SIG_DFL);
            serve(words, (size_t)size, asker);
        }
        close(asker);
    }
    _exit(0);
}

int CSandbox_fork_starter(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        serve_all(ends[1]);
    }
    int number = errno;
    close(ends[1]);
    if (process > 0) return ends[0];
    close(ends[0]);
    errno = number;
    return -1;
}

int CSandbox_ask_starter(int starter, const char *words, size_t size, CSandbox_End *end) {
    if (size > longest_request) {
        errno = E2BIG;
        return -1;
    }
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {.header = {.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
    memcpy(CMSG_DATA(&control.header), &ends[1], sizeof(int));
    struct iovec place = {(char *)words, size};
    struct msghdr message = {
        .msg_iov = &place, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t result;
    do result = sendmsg(starter, &message, MSG_NOSIGNAL);
    while (result < 0 && errno == EINTR);
    int number = errno;
    close(ends[1]);
    if (result >= 0) {
        do result = recv(ends[0], end, sizeof *end, 0);
        while (result < 0 && errno == EINTR);
        number = errno;
        if (result >= 0 && result != sizeof *end) {
            // The starter has died.
            result = -1;
            number = ECONNRESET;
        }
    }
    close(ends[0]);
    errno = number;
    return result < 0 ? -1 : 0;
}
