#ifndef CSandboxFilter_H
#define CSandboxFilter_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Which system calls a decoder's library needs once it is loaded and warm.
typedef enum {
    /// None but those for memory and the two ends of the work: libjpeg-turbo, libpng, giflib, libwebp, lcms2.
    CSandbox_plain = 0,
    /// Those, and what threads need, for a library that starts some whether it is wanted or not.
    CSandbox_threaded = 1,
} CSandbox_Calls;

/// Leaves the calling thread, and all that it starts, only the system calls of a list; for good. Returns 0, or -1 with errno
/// set (EINVAL: the kernel has no seccomp; ENOSYS: no list for this processor).
///
/// A call that is not on the list raises SIGSYS, and is not made.
/// Needed because Swift's Glibc has no function for seccomp(2).
int CSandbox_enter_filter(CSandbox_Calls calls);

#endif
