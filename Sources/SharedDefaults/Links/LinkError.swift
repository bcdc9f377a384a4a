public import Storage

/// Why a deep link, or its scheme, was not taken.
public enum LinkError: Error, Equatable, Sendable {
    /// Not an address of RFC 3986.
    case badURL(String, reason: String)
    /// Longer than 8,192 bytes.
    case tooLong(byteCount: Int)
    /// Not a scheme of RFC 3986.
    case badScheme(String)
    /// A scheme that belongs to the web or to the system.
    case reservedScheme(String)
    /// Not the host of an address.
    case badHost(String)
    /// Nobody has registered the scheme.
    case unknownScheme(String, known: [String])
    /// The scheme does not lead to the host.
    case unknownHost(String?, scheme: String, known: [String])
    /// So many links of the scheme wait that no more are taken.
    case queueFull(scheme: String, limit: Int)
    /// The scheme's command did not take the link, which stays queued.
    case handlerFailed(command: String, id: Int, reason: String)
    /// A file of the entry's name that the program did not write.
    case foreignEntry(path: String)
    /// The file of this user's commands lies where another user could change it.
    case untrustedFile(path: String, reason: String)
    /// The disk refused.
    case storage(StorageError)
}

extension LinkError: CustomStringConvertible {
    /// One line for a person.
    public var description: String {
        switch self {
        case .badURL(let url, let reason): "\"\(url)\" is not an address: \(reason)"
        case .tooLong(let count): "an address of \(count) bytes: the limit is \(LinkURL.maxBytes)"
        case .badScheme(let scheme):
            "\"\(scheme)\" is not a scheme: expected a letter, then letters, digits, +, - and . (at most 64)"
        case .reservedScheme(let scheme): "\(scheme) belongs to the web or to the system, not to one app"
        case .badHost(let host):
            "\"\(host)\" is not a host: expected letters, digits, '-', '.', '_' and '~' (at most 255)"
        case .unknownScheme(let scheme, let known):
            "nobody has registered the scheme \(scheme); known: \(known.joined(separator: ", "))"
        case .unknownHost(let host, let scheme, let known):
            "\(scheme) does not lead to \(host.map { "the host \($0)" } ?? "an address without a host"); known: \(known.joined(separator: ", "))"
        case .queueFull(let scheme, let limit):
            "\(limit) links of \(scheme) wait already: nobody listens to it"
        case .handlerFailed(let command, let id, let reason): "\(command): \(reason); link \(id) stays queued"
        case .foreignEntry(let path): "\(path): is there, and photowidget did not write it; --force replaces it"
        case .untrustedFile(let path, let reason):
            "\(path) \(reason); a command is kept only where no other user can change it"
        case .storage(let error): "\(error)"
        }
    }

    /// Does work on the disk; its error becomes one of the links.
    static func wrapping<R: ~Copyable>(_ work: () throws(StorageError) -> R) throws(LinkError) -> R {
        do {
            return try work()
        } catch {
            throw .storage(error)
        }
    }
}
