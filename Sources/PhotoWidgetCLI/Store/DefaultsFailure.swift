internal import PhotoWidget

/// A key without a value.
struct MissingKeyError: Error, CustomStringConvertible {
    let key: String
    let group: GroupName
    /// The groups that there are, where this one is none of them.
    let knownGroups: [GroupName]?

    var description: String {
        guard let knownGroups else { return "\(group) has no value for the key \(key)" }
        let known = knownGroups.isEmpty ? "none" : knownGroups.map(\.text).joined(separator: ", ")
        return "\(key): nothing was ever written to the group \(group); known: \(known)"
    }
}

extension Failure {
    init(_ error: MissingKeyError) {
        self.init(status: .noInput, code: "missing_key", message: "\(error)")
    }

    init(_ error: DefaultsError) {
        switch error {
        case .badGroup: self.init(status: .refused, code: "bad_group", message: "\(error)")
        case .badKey: self.init(status: .usage, code: "bad_key", message: "\(error)")
        case .badKind: self.init(status: .usage, code: "bad_kind", message: "\(error)")
        case .tooLarge: self.init(status: .badData, code: "too_large", message: "\(error)")
        case .notFinite: self.init(status: .badData, code: "not_finite", message: "\(error)")
        case .wrongType: self.init(status: .badData, code: "wrong_type", message: "\(error)")
        case .brokenJSON: self.init(status: .badData, code: "broken_json", message: "\(error)")
        case .unknownUnixGroup: self.init(status: .usage, code: "unknown_unix_group", message: "\(error)")
        case .storage(let error): self.init(error, stage: nil)
        }
    }

    init(_ error: LinkError) {
        let (status, code, url): (ExitStatus, String, String?)
        switch error {
        case .badURL(let text, _): (status, code, url) = (.badData, "bad_url", text)
        case .tooLong: (status, code, url) = (.badData, "too_long", nil)
        case .badScheme: (status, code, url) = (.usage, "bad_scheme", nil)
        case .reservedScheme: (status, code, url) = (.refused, "reserved_scheme", nil)
        case .badHost: (status, code, url) = (.usage, "bad_host", nil)
        case .unknownScheme: (status, code, url) = (.refused, "unknown_scheme", nil)
        case .unknownHost: (status, code, url) = (.refused, "unknown_host", nil)
        case .queueFull: (status, code, url) = (.tryLater, "queue_full", nil)
        case .handlerFailed: (status, code, url) = (.tryLater, "handler_failed", nil)
        case .foreignEntry(let path): (status, code, url) = (.cannotCreate, "output_exists", path)
        case .untrustedFile: (status, code, url) = (.refused, "untrusted_file", nil)
        case .storage(let error):
            self.init(error, stage: nil)
            return
        }
        self.init(status: status, code: code, message: "\(error)", url: url)
    }
}
