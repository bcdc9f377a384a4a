#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CSandboxWorker.h"
#include "name.h"

struct CSandbox_Start {
    int descriptors[3];
    pid_t process;
    int error;
    bool is_done;
    struct CSandbox_Start *next;
};

// What the starting thread is asked for, the first first.
static struct {
    pthread_mutex_t lock;
    pthread_cond_t asked, done;
    bool has_thread;
    CSandbox_Start *first, *last;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .asked = PTHREAD_COND_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};

static int spawn(CSandbox_Start *start) {
    static const int places[] = {CSandbox_connection, CSandbox_input, CSandbox_output};
    char name[] = CSANDBOX_WORKER_NAME;
    char *words[] = {name, NULL};
    // Swift's runtime would start a program that prints where a crash was.
    char setting[] = "SWIFT_BACKTRACE=enable=no";
    char *environment[] = {setting, NULL};
    int copies[3] = {-1, -1, -1}, error = 0;
    // Above all places, so that no copy takes the place of one that is still to be copied.
    for (int i = 0; i < 3 && !error; i++)
        if ((copies[i] = fcntl(start->descriptors[i], F_DUPFD_CLOEXEC, 16)) < 0) error = errno;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (!error && (error = posix_spawn_file_actions_init(&actions)) == 0) {
        for (int i = 0; i < 3 && !error; i++)
            error = posix_spawn_file_actions_adddup2(&actions, copies[i], places[i]);
        if (!error && (error = posix_spawnattr_init(&attributes)) == 0) {
            sigset_t none, all;
            sigemptyset(&none);
            sigfillset(&all);
            posix_spawnattr_setsigmask(&attributes, &none);
            posix_spawnattr_setsigdefault(&attributes, &all);
            // A group of its own: what a person types at the terminal is for the parent.
            posix_spawnattr_setpgroup(&attributes, 0);
            posix_spawnattr_setflags(&attributes,
                                     POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
            error = posix_spawn(&start->process, "/proc/self/exe", &actions, &attributes, words, environment);
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    for (int i = 0; i < 3; i++)
        if (copies[i] >= 0) close(copies[i]);
    return error;
}

static void *serve(void *unused) {
    (void)unused;
    pthread_mutex_lock(&queue.lock);
    while (true) {
        while (!queue.first) pthread_cond_wait(&queue.asked, &queue.lock);
        CSandbox_Start *start = queue.first;
        queue.first = start->next;
        pthread_mutex_unlock(&queue.lock);
        int error = spawn(start);
        pthread_mutex_lock(&queue.lock);
        start->error = error;
        start->is_done = true;
        pthread_cond_broadcast(&queue.done);
    }
    return NULL;
}

// Starts the starting thread, which takes no signals: those are for threads that expect them.
static int start_thread(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 256 << 10);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, serve, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return error;
}

CSandbox_Start *CSandbox_start_worker(int connection, int input, int output) {
    CSandbox_Start *start = calloc(1, sizeof *start);
    if (!start) return NULL;
    start->descriptors[0] = connection;
    start->descriptors[1] = input;
    start->descriptors[2] = output;
    pthread_mutex_lock(&queue.lock);
    int error = queue.has_thread ? 0 : start_thread();
    if (!error) {
        queue.has_thread = true;
        if (queue.first)
            queue.last->next = start;
        else
            queue.first = start;
        queue.last = start;
        pthread_cond_signal(&queue.asked);
    }
    pthread_mutex_unlock(&queue.lock);
    if (!error) return start;
    free(start);
    errno = error;
    return NULL;
}

pid_t CSandbox_finish_start(CSandbox_Start *start) {
    pthread_mutex_lock(&queue.lock);
    while (!start->is_done) pthread_cond_wait(&queue.done, &queue.lock);
    pthread_mutex_unlock(&queue.lock);
    pid_t process = start->error ? -1 : start->process;
    int error = start->error;
    free(start);
    errno = error;
    return process;
}

int CSandbox_make_connection(int ends[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends); }

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8U
#endif

int CSandbox_make_memory(size_t size) {
    int descriptor = memfd_create("photowidget", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
    // Kernels before 6.3 do not know memory that can never hold a program.
    if (descriptor < 0 && errno == EINVAL) descriptor = memfd_create("photowidget", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    if (ftruncate(descriptor, (off_t)size) == 0 &&
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

int CSandbox_reopen_for_reading(int descriptor) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return open(path, O_RDONLY | O_CLOEXEC);
}

void CSandbox_empty_memory(int descriptor, size_t size) {
    fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)size);
}

bool CSandbox_send(int connection, const void *bytes, size_t count) {
    ssize_t sent;
    do sent = send(connection, bytes, count, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)count;
}
