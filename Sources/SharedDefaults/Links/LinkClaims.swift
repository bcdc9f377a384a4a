import Storage
import Synchronization

/// The links that this process handles: a lock each, which ends with the process, so that no link stays with a dead one.
final class LinkClaims: Sendable {
    private let layout: StoreLayout
    private let locks = Mutex<ByteLocks?>(nil)

    /// Opens nothing yet.
    init(_ layout: StoreLayout) { self.layout = layout }

    /// Takes a link if nobody handles it.
    func attempt(_ id: Int) throws(LinkError) -> Bool {
        try LinkError.wrapping { () throws(StorageError) in try take(id) }
    }

    /// Takes a link if nobody handles it.
    @discardableResult
    func take(_ id: Int) throws(StorageError) -> Bool {
        try locks.withLock { (locks) throws(StorageError) in
            if locks == nil { locks = try ByteLocks(at: layout.linkLock, permissions: layout.permissions) }
            return try locks?.attempt(id) ?? false
        }
    }

    /// Gives a link back.
    func release(_ id: Int) { locks.withLock { $0?.release(id) } }
}
