#ifndef CLinux_H
#define CLinux_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Opens a file without a name in an open directory for writing; returns a descriptor, or -1 with errno set.
/// Needed because Swift's Glibc does not show O_TMPFILE.
int CLinux_open_unnamed(int directory, mode_t mode);

/// Opens a directory below another (AT_FDCWD: the working directory) as a place to work in, without the right to list it;
/// a link as the last name is followed only if told so. Returns a descriptor, or -1 with errno set.
/// Needed because Swift's Glibc does not show O_PATH.
int CLinux_open_directory(int directory, const char *name, bool follows);

/// Whether an open file lies in /proc, where links may lead to what has no path.
/// Needed because Swift's Glibc contains neither sys/vfs.h nor linux/magic.h.
bool CLinux_is_process_file(int descriptor);

/// Sets the time of a file's contents to a whole second, of a link its own; returns 0, or -1 with errno set.
/// Needed because Swift's Glibc does not show UTIME_OMIT.
int CLinux_set_modified(const char *path, time_t seconds);

/// Locks one byte of a file without waiting; returns 0, or -1 with errno set (EAGAIN: somebody else holds it).
/// Needed because Swift's Glibc does not show open-file-description locks (F_OFD_SETLK).
int CLinux_lock_byte(int descriptor, int64_t offset);

/// Gives back the locks on so many bytes of a file, 0 for all from there on; returns 0, or -1 with errno set.
/// Needed because Swift's Glibc does not show open-file-description locks (F_OFD_SETLK).
int CLinux_unlock_bytes(int descriptor, int64_t offset, int64_t count);

/// Makes a descriptor that becomes readable once it is signalled, and stays so; -1 with errno set if there is none left.
/// Needed because Swift's Glibc does not contain sys/eventfd.h.
int CLinux_make_event(void);
void CLinux_signal_event(int descriptor);

/// Reads an extended attribute of a path into a buffer; returns its length, or -1 with errno set.
/// Needed because Swift's Glibc does not contain sys/xattr.h.
ssize_t CLinux_get_attribute(const char *path, const char *name, void *buffer, size_t capacity);

/// Writes an extended attribute of an open file; returns 0, or -1 with errno set.
/// Needed because Swift's Glibc does not contain sys/xattr.h.
int CLinux_set_attribute(int descriptor, const char *name, const void *bytes, size_t count);

/// Opens a name in an open directory only to look at it and to change its group and mode: no link is followed, no pipe waits,
/// no lock of another descriptor ends when it is closed. Returns a descriptor, or -1 with errno set.
/// Needed because Swift's Glibc does not show O_PATH.
int CLinux_open_entry(int directory, const char *name);

/// Gives what is open to a group, with a mode; returns 0, or -1 with errno set.
/// Needed because Swift's Glibc does not show AT_EMPTY_PATH.
int CLinux_give_to_group(int descriptor, gid_t group, mode_t mode);

#endif
