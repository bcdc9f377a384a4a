#ifndef CSandboxWorker_H
#define CSandboxWorker_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The descriptors of a worker: its connection with the parent, what it reads (read-only) and what it writes.
enum { CSandbox_connection = 0, CSandbox_input = 3, CSandbox_output = 4 };

/// The beginning of the message that a worker sends while it dies.
typedef struct {
    /// `CSandbox_last_words`.
    uint8_t kind;
    /// Why: `CSandbox_crash`, `CSandbox_no_memory` or `CSandbox_forbidden_call`.
    uint8_t cause;
    /// The signal's number, or the system call's.
    int32_t number;
} CSandbox_LastWords;

enum { CSandbox_last_words = 0xFF };
enum { CSandbox_crash = 1, CSandbox_no_memory = 2, CSandbox_forbidden_call = 3 };

/// A worker that is being started by another thread.
typedef struct CSandbox_Start CSandbox_Start;

/// Starts this program once more as a worker, on a thread of its own; NULL with errno set if there is no memory or no thread.
///
/// The thread lives as long as the program, since the kernel ends a worker with the thread that started it. The worker holds
/// copies of the three descriptors and no other; the caller keeps its own open until the start has ended.
/// Needed because posix_spawn holds up the thread that calls it until the program is loaded.
CSandbox_Start *CSandbox_start_worker(int connection, int input, int output);

/// Waits until the worker is started, and frees the start; returns its process, or -1 with errno set.
/// Needed because a start is owned by two threads.
pid_t CSandbox_finish_start(CSandbox_Start *start);

/// Makes a connection between parent and worker that keeps messages apart; returns 0, or -1 with errno set.
/// Needed because Swift's Glibc shows the kinds of sockets under different types from one version to the next.
int CSandbox_make_connection(int ends[2]);

/// Makes memory of so many bytes that neither side can make smaller; no page of it is taken before it is written.
/// Returns a descriptor, or -1 with errno set.
/// Needed because Swift's Glibc does not show memfd_create and its seals.
int CSandbox_make_memory(size_t size);

/// Opens a descriptor's memory once more, for reading only; returns a descriptor, or -1 with errno set.
/// Needed because a worker that may only read cannot change what the parent wrote, even in memory that both share.
int CSandbox_reopen_for_reading(int descriptor);

/// Gives the pages of shared memory back.
/// Needed because Swift's Glibc does not show fallocate's ways.
void CSandbox_empty_memory(int descriptor, size_t size);

/// Sends a message; returns whether it went whole. A worker that is gone raises no signal.
/// Needed because Swift's Glibc shows MSG_NOSIGNAL under different types from one version to the next.
bool CSandbox_send(int connection, const void *bytes, size_t count);

/// How confinement went.
typedef struct {
    /// The version of Landlock that holds; 0 for none.
    int landlock;
    /// Whether the list of system calls holds.
    bool is_filtered;
    /// Why a protection that must hold does not; 0 where all do.
    int error;
} CSandbox_Confinement;

/// Takes from this process all that decoding does not need: files, network and signals by Landlock, system calls by a list
/// (`CSandbox_Calls`), memory beyond what is mapped now and `memory` more bytes, and processor time beyond `seconds`.
/// Needed because the calls have no functions in Swift's Glibc.
CSandbox_Confinement CSandbox_confine(int calls, size_t memory, unsigned seconds, bool uses_landlock,
                                      bool uses_filter);

/// How much the allocator holds beyond mappings of its own, in bytes.
/// Needed because Swift's Glibc does not contain malloc.h.
size_t CSandbox_held_memory(void);

/// Does what a test's picture asks for, and says in `result` how that went; returns whether it asked for anything.
/// Needed because a test has to act from inside a confined worker. No release has the function that acts.
bool CSandbox_run_probe(const void *bytes, size_t count, char *result, size_t capacity);

#endif
