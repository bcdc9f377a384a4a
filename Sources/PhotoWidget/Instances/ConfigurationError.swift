package import Storage

/// What is wrong with a configuration file.
package enum ConfigurationError: Error, Equatable, Sendable {
    /// The file that the command line names is not there.
    case missing(path: String)
    /// The file cannot be read.
    case unreadable(StorageError)
    /// The text is no JSON5.
    case syntax(path: String, line: Int, expected: String)
    /// A name that is not known; `nearest` is the known one closest to it.
    case unknownKey(path: String, line: Int, key: String, nearest: String?, known: [String])
    /// A value that is not what its name asks for.
    case badValue(path: String, line: Int, key: String, found: String, expected: String)
    /// An object without a name that it needs.
    case missingKey(path: String, line: Int, key: String)
    /// Two instances of one name, or in one directory.
    case duplicate(path: String, line: Int, what: String, first: Int)
}

extension ConfigurationError: CustomStringConvertible {
    /// The file and the line, and what is wrong there, on one line.
    package var description: String {
        switch self {
        case .missing(let path): return "\(path): no such configuration file"
        case .unreadable(let error): return "\(error)"
        case .syntax(let path, let line, let expected): return "\(path):\(line): expected \(expected)"
        case .unknownKey(let path, let line, let key, let nearest, let known):
            let hint = nearest.map { "did you mean \($0)?" } ?? "known are \(known.joined(separator: ", "))"
            return "\(path):\(line): \"\(key)\" is not known; \(hint)"
        case .badValue(let path, let line, let key, let found, let expected):
            return "\(path):\(line): \(key) is \(found), not \(expected)"
        case .missingKey(let path, let line, let key): return "\(path):\(line): \(key) is missing"
        case .duplicate(let path, let line, let what, let first):
            return "\(path):\(line): \(what) is there twice, first on line \(first)"
        }
    }

    /// The file.
    package var path: String? {
        switch self {
        case .unreadable(let error): error.path
        case .missing(let path), .syntax(let path, _, _), .unknownKey(let path, _, _, _, _),
            .badValue(let path, _, _, _, _), .missingKey(let path, _, _), .duplicate(let path, _, _, _):
            path
        }
    }
}
