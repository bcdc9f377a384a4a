#ifndef CSandboxStarter_H
#define CSandboxStarter_H

#include <stddef.h>

/// How a program that a starter was asked for came out.
typedef struct {
    /// Why it did not start, an error number of the system; 0 where it did.
    int error;
    /// How it ended, as wait(2) packs it.
    int status;
} CSandbox_End;

/// Forks a process that starts programs for this one after this one has confined itself; returns the socket by which it is
/// asked, or -1 with errno set.
///
/// Called while the program has one thread. The process keeps the rights, directory, environment and standard error that the
/// program has now. It ends when the socket's other end is closed, thus also when the program dies.
/// Needed because Swift's Glibc does not show fork.
int CSandbox_fork_starter(void);

/// Has a starter run a program and waits for its end; returns 0, or -1 with errno set where the starter cannot be asked.
///
/// `words` are `size` bytes: the program's name and its arguments, each with a zero behind it. The program's input is empty,
/// its output goes to standard error. Several threads may ask at once; each waits for its own program.
/// Needed because a descriptor is passed along, for which Swift has no macros (CMSG_FIRSTHDR and the like).
int CSandbox_ask_starter(int starter, const char *words, size_t size, CSandbox_End *end);

#endif
