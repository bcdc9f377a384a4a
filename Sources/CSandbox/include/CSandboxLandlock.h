#ifndef CSandboxLandlock_H
#define CSandboxLandlock_H

#include <stdbool.h>
#include <stdint.h>

/// What a program that confined itself may still do below a path; several are joined by `|`.
typedef enum {
    /// Read files and list directories.
    CSandbox_reads = 1,
    /// Start programs.
    CSandbox_executes = 2,
    /// Write, create, rename, link, truncate and remove.
    CSandbox_writes = 4,
    /// Send control commands to devices, such as a terminal's (kernels from 6.10 on ask for this).
    CSandbox_controls_devices = 8,
    /// List directories, their files' contents left out.
    CSandbox_lists = 16,
} CSandbox_Access;

/// The version of Landlock that the kernel has: 0 where it has none, or has it switched off.
///
/// From 1 on it governs files (1 refuses every rename and link from one directory to another), 3 truncation, 4 TCP, 5 commands
/// to devices, 6 signals and abstract sockets.
/// Needed because Swift's Glibc has no function for Landlock's system calls.
int CSandbox_get_landlock_version(void);

/// Makes a set of rules under which nothing is allowed yet, by every right that the kernel knows; returns a descriptor that
/// the caller closes, or -1 with errno set.
///
/// With `governs_network` TCP is refused too where the kernel can do so, and with `governs_processes` signals to other
/// processes and abstract sockets.
/// Needed because Swift's Glibc has no function for Landlock's system calls.
int CSandbox_make_ruleset(bool governs_network, bool governs_processes);

/// Allows an access (`CSandbox_Access`, joined) to a file, or to a directory and all below it; returns 0, or -1 with errno set
/// (ENOENT: there is no such path, which a caller usually passes over). Links in the path are followed.
/// Needed because Swift's Glibc has no function for Landlock's system calls.
int CSandbox_allow_path(int ruleset, const char *path, unsigned access);

/// Confines the calling thread and all that it starts from now on, for good; returns 0, or -1 with errno set.
///
/// Other threads of the program stay as they were, so this is called while there is one. No program that is started later
/// gains rights by its file's mode (PR_SET_NO_NEW_PRIVS).
/// Needed because Swift's Glibc has no function for Landlock's system calls.
int CSandbox_restrict_self(int ruleset);

#endif
