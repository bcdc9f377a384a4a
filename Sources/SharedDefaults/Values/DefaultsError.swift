public import Storage

/// Why the shared store did not do what it was asked.
public enum DefaultsError: Error, Equatable, Sendable {
    /// Not the name of an app group.
    case badGroup(String)
    /// Not a key: empty, longer than 512 bytes, or with control characters.
    case badKey(String)
    /// Not the kind of a widget.
    case badKind(String)
    /// A value of more than 4 MiB.
    case tooLarge(key: String, byteCount: Int)
    /// A number or date that is infinite, or not a number.
    case notFinite(key: String)
    /// The key has a value of another type.
    case wrongType(key: String, expected: DefaultsType, found: DefaultsType)
    /// The value is not the JSON that it should be.
    case brokenJSON(key: String, reason: String)
    /// The machine has no unix group of that name.
    case unknownUnixGroup(String)
    /// The disk refused.
    case storage(StorageError)
}

extension DefaultsError: CustomStringConvertible {
    /// One line for a person.
    public var description: String {
        switch self {
        case .badGroup(let name):
            "\"\(name)\" is not a group: expected group. and names of letters, digits, - and _ with dots between, as group.com.example.app"
        case .badKey(let key):
            key.isEmpty
                ? "the key is empty"
                : "\"\(key.prefix(40))\" is not a key: expected 1 to \(SharedDefaults.maxKeyBytes) bytes without control characters"
        case .badKind(let kind):
            "\"\(kind)\" is not a widget's kind: expected letters, digits, '-', '_' and '.' (at most 64, not starting with '.')"
        case .tooLarge(let key, let count):
            "\(key): \(count) bytes are more than the limit of \(SharedDefaults.maxValueBytes)"
        case .notFinite(let key): "\(key): not a finite number"
        case .wrongType(let key, let expected, let found): "\(key): holds a value of type \(found), not \(expected)"
        case .brokenJSON(let key, let reason): "\(key): broken JSON: \(reason)"
        case .unknownUnixGroup(let name): "no unix group is called \"\(name)\""
        case .storage(let error): "\(error)"
        }
    }
}

extension DefaultsError {
    /// Does work on the disk; its error becomes one of the store.
    static func wrapping<R: ~Copyable>(_ work: () throws(StorageError) -> R) throws(DefaultsError) -> R {
        do {
            return try work()
        } catch {
            throw .storage(error)
        }
    }
}
