public import Storage

/// Why an entry was not published; what was published before is then still there, whole.
public enum PublishError: Error, Equatable, Sendable {
    /// A file or a directory could not be written or read.
    case storage(StorageError)
    /// A published document is damaged; `reason` is the reader's own word.
    case damaged(path: String, reason: String)
    /// The directory holds nothing that was published, and something else: the first of it by name.
    case foreignDirectory(path: String, found: String)
    /// A name that publishing would replace is taken by what the program did not make.
    case foreignFile(path: String)
    /// A kind or an instance whose name cannot be a directory's.
    case badName(String)
}

extension PublishError: CustomStringConvertible {
    /// What happened, to what, and why, on one line.
    public var description: String {
        switch self {
        case .storage(let error): "\(error)"
        case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
        case .foreignDirectory(let path, let found):
            "\(path) holds what photowidget did not make (\(found)); publish into a directory of its own, as \(path)/photowidget"
        case .foreignFile(let path):
            "\(path) was not made by photowidget; move it away, or publish into a directory of its own"
        case .badName(let name): "\"\(name)\" is no name for a widget or an instance: \(FileName.expected)"
        }
    }
}
