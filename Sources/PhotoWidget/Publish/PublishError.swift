public import Storage

/// Why an entry was not published; what was published before is then still there, whole.
public enum PublishError: Error, Equatable, Sendable {
    /// A file or a directory could not be written or read.
    case storage(StorageError)
    /// A published document is damaged; `reason` is the reader's own word.
    case damaged(path: String, reason: String)
}

extension PublishError: CustomStringConvertible {
    /// What happened, to what, and why, on one line.
    public var description: String {
        switch self {
        case .storage(let error): "\(error)"
        case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
        }
    }
}
