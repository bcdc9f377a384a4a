#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

int CLinux_open_unnamed(int directory, mode_t mode) {
    return openat(directory, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
}

int CLinux_open_directory(int directory, const char *name, bool follows) {
    return openat(directory, name, O_PATH | O_DIRECTORY | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW));
}

bool CLinux_is_process_file(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

int CLinux_set_modified(const char *path, time_t seconds) {
    const struct timespec times[] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = seconds}};
    return utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW);
}

int CLinux_lock_byte(int descriptor, int64_t offset) {
    // l_pid must be 0 for open-file-description locks.
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1, .l_pid = 0};
    return fcntl(descriptor, F_OFD_SETLK, &lock);
}

int CLinux_unlock_bytes(int descriptor, int64_t offset, int64_t count) {
    struct flock lock = {.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = offset, .l_len = count, .l_pid = 0};
    return fcntl(descriptor, F_OFD_SETLK, &lock);
}

int CLinux_make_event(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void CLinux_signal_event(int descriptor) {
    // It fails only when the counter is full, and then the event is set.
    eventfd_write(descriptor, 1);
}

ssize_t CLinux_get_attribute(const char *path, const char *name, void *buffer, size_t capacity) {
    return lgetxattr(path, name, buffer, capacity);
}

int CLinux_set_attribute(int descriptor, const char *name, const void *bytes, size_t count) {
    return fsetxattr(descriptor, name, bytes, count, 0);
}

int CLinux_open_entry(int directory, const char *name) {
    return openat(directory, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

int CLinux_give_to_group(int descriptor, gid_t group, mode_t mode) {
    // Changing the group may take the set-group-ID bit away, so the mode comes second.
    if (fchownat(descriptor, "", (uid_t)-1, group, AT_EMPTY_PATH) != 0) return -1;
    // fchmod refuses a descriptor of O_PATH; its name below /proc leads to what is open, wherever the path leads by now.
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return chmod(path, mode);
}
