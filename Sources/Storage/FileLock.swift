import CLinux
import Glibc

/// A lock between processes, and between holders in one process, that ends with the value or with the process.
///
/// An open-file-description lock on one byte of a file. It was chosen over flock(2) because one file then serves many
/// locks, a byte each; over POSIX record locks because those do not exclude two holders in one process, and closing
/// any descriptor of the file drops them; over files that mean "locked" because those outlive a killed holder. The file
/// is empty, is never removed (a lock on a removed file excludes nobody), and is not handed to child programs.
///
/// It is given back by name, not by closing the file: a child that another thread is just starting has a copy of every
/// descriptor until its program runs, and the lock would live as long as the copy.
package struct FileLock: ~Copyable, Sendable {
    private let file: FileDescriptor
    private let byte: Int64

    deinit { _ = CLinux_unlock_bytes(file.raw, byte, 1) }

    /// Takes the lock if it is free; `nil` if another holder has it.
    ///
    /// The byte says which of the file's locks; the file need not be that long.
    package static func attempt(at path: String, byte: Int64 = 0) throws(StorageError) -> FileLock? {
        let file = try open(path)
        return try lock(file, byte) ? FileLock(file: file, byte: byte) : nil
    }

    /// Waits for the lock until a deadline; `nil` if it was still held then.
    ///
    /// The kernel has no such wait, so the lock is tried again after 1 ms, then after twice as long, up to 8 ms:
    /// the next holder takes over within that time.
    package static func acquire(
        at path: String, byte: Int64 = 0, until deadline: ContinuousClock.Instant
    ) throws(StorageError) -> FileLock? {
        try acquire(try open(path), byte, until: deadline)
    }

    /// Waits for the lock of a file in an open directory until a deadline; `nil` if it was still held then.
    package static func acquire(
        _ name: String, in directory: borrowing OpenDirectory, byte: Int64 = 0,
        until deadline: ContinuousClock.Instant
    ) throws(StorageError) -> FileLock? {
        try acquire(try open(name, in: directory), byte, until: deadline)
    }

    private static func acquire(
        _ file: consuming FileDescriptor, _ byte: Int64, until deadline: ContinuousClock.Instant
    ) throws(StorageError) -> FileLock? {
        var pause = Duration.milliseconds(1)
        while try !lock(file, byte) {
            let rest = deadline - .now
            guard rest > .zero else { return nil }
            let nap = min(pause, rest)
            usleep(UInt32(nap / .microseconds(1)))
            pause = min(pause * 2, .milliseconds(8))
        }
        return FileLock(file: file, byte: byte)
    }

    /// Takes the lock of a file in an open directory if it is free; `nil` if another holder has it.
    package static func attempt(
        _ name: String, in directory: borrowing OpenDirectory, byte: Int64 = 0
    ) throws(StorageError) -> FileLock? {
        let file = try open(name, in: directory)
        return try lock(file, byte) ? FileLock(file: file, byte: byte) : nil
    }

    /// Opens the file of a lock, which is made where it does not exist; what is no regular file is refused, and no pipe waits.
    static func open(_ path: String, permissions: UInt32 = 0o666) throws(StorageError) -> FileDescriptor {
        let file = try FileDescriptor(
            opening: path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, permissions: permissions)
        guard try file.status().kind == .file else { throw .notAFile(path: path, isDirectory: false) }
        return file
    }

    private static func open(
        _ name: String, in directory: borrowing OpenDirectory
    ) throws(StorageError) -> FileDescriptor {
        let file = try FileDescriptor(
            opening: name, in: directory, O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY, permissions: 0o666)
        guard try file.status().kind == .file else { throw .notAFile(path: file.path, isDirectory: false) }
        return file
    }

    private static func lock(_ file: borrowing FileDescriptor, _ byte: Int64) throws(StorageError) -> Bool {
        let raw = file.raw
        do {
            try systemCall("lock", file.path) { CLinux_lock_byte(raw, byte) }
            return true
        } catch .system(_, _, EAGAIN), .system(_, _, EACCES) {
            return false
        } catch {
            throw error
        }
    }
}
