#define _GNU_SOURCE
#include "CSandboxLandlock.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Numbers and structures of the kernel's interface, which only grow; the header of Debian 12 knows the first two versions.
// Source: Linux, include/uapi/linux/landlock.h.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

struct ruleset_attributes {
    uint64_t handled_access_fs;
    uint64_t handled_access_net;
    uint64_t scoped;
};

struct path_attributes {
    uint64_t allowed_access;
    int32_t parent_fd;
} __attribute__((packed));

enum { version_flag = 1, path_rule = 1 };

// Rights over files, by the version that brought them.
enum {
    execute = 1 << 0,
    write_file = 1 << 1,
    read_file = 1 << 2,
    read_directory = 1 << 3,
    all_of_version_1 = (1 << 13) - 1,
    refer = 1 << 13,
    truncate_file = 1 << 14,
    control_device = 1 << 15,
};
// Rights that a rule over a single file may name.
enum { of_files = execute | write_file | read_file | truncate_file | control_device };
enum { bind_tcp = 1 << 0, connect_tcp = 1 << 1 };
enum { abstract_sockets = 1 << 0, signals = 1 << 1 };

int CSandbox_get_landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, version_flag);
    return version < 0 ? 0 : (int)version;
}

// The rights over files that a version knows.
static uint64_t rights(int version) {
    uint64_t known = all_of_version_1;
    if (version >= 2) known |= refer;
    if (version >= 3) known |= truncate_file;
    if (version >= 5) known |= control_device;
    return known;
}

int CSandbox_make_ruleset(bool governs_network, bool governs_processes) {
    int version = CSandbox_get_landlock_version();
    if (version < 1) {
        errno = ENOSYS;
        return -1;
    }
    struct ruleset_attributes attributes = {.handled_access_fs = rights(version)};
    // A kernel refuses a structure longer than its own that is not zero where it knows nothing.
    size_t size = offsetof(struct ruleset_attributes, handled_access_net);
    if (version >= 4) {
        size = offsetof(struct ruleset_attributes, scoped);
        if (governs_network) attributes.handled_access_net = bind_tcp | connect_tcp;
    }
    if (version >= 6) {
        size = sizeof attributes;
        if (governs_processes) attributes.scoped = abstract_sockets | signals;
    }
    return (int)syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
}

int CSandbox_allow_path(int ruleset, const char *path, unsigned access) {
    uint64_t allowed = 0;
    if (access & CSandbox_reads) allowed |= read_file | read_directory;
    if (access & CSandbox_lists) allowed |= read_directory;
    if (access & CSandbox_executes) allowed |= execute;
    if (access & CSandbox_writes)
        allowed |= (all_of_version_1 & ~(execute | read_file | read_directory)) | refer | truncate_file;
    if (access & CSandbox_controls_devices) allowed |= control_device;
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) return -1;
    struct stat status;
    int result = fstat(descriptor, &status);
    if (result == 0) {
        if (!S_ISDIR(status.st_mode)) allowed &= of_files;
        struct path_attributes attributes = {
            .allowed_access = allowed & rights(CSandbox_get_landlock_version()), .parent_fd = descriptor};
        // A rule that allows nothing is an error of the kernel's interface, and needs no rule.
        if (attributes.allowed_access)
            result = (int)syscall(SYS_landlock_add_rule, ruleset, path_rule, &attributes, 0);
    }
    int number = errno;
    close(descriptor);
    errno = number;
    return result;
}

int CSandbox_restrict_self(int ruleset) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}
