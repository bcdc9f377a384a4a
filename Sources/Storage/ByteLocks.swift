import CLinux
import Glibc

/// Locks on single bytes of one file, all held through one descriptor; they end with the value or with the process.
///
/// For a holder that takes and gives back many locks: ``FileLock`` opens the file for each of them, and everybody who
/// watches the directory would hear of each.
package struct ByteLocks: ~Copyable, Sendable {
    private let file: FileDescriptor

    /// Opens the file of the locks, which is made where it does not exist and must never be removed.
    package init(at path: String, permissions: UInt32 = 0o666) throws(StorageError) {
        file = try FileLock.open(path, permissions: permissions)
    }

    /// Takes the lock of a byte if it is free; `false` if another holder has it.
    package func attempt(_ byte: Int) throws(StorageError) -> Bool {
        let raw = file.raw
        do {
            try systemCall("lock", file.path) { CLinux_lock_byte(raw, Int64(byte)) }
            return true
        } catch .system(_, _, EAGAIN), .system(_, _, EACCES) {
            return false
        } catch {
            throw error
        }
    }

    /// Gives a lock back; one that is not held is no fault.
    package func release(_ byte: Int) { _ = CLinux_unlock_bytes(file.raw, Int64(byte), 1) }

    /// By name, as in ``FileLock``, whatever child another thread is just starting.
    deinit { _ = CLinux_unlock_bytes(file.raw, 0, 0) }
}
