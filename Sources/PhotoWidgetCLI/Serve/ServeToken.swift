internal import PhotoWidget

/// The token of `serve`, and what a person should know of it.
struct ServeToken {
    /// The token.
    let token: AccessToken
    /// What will be refused by later versions, or is not as safe as it could be.
    let warnings: [String]

    private static let maxFileBytes = 4096
    private static let expected = "\(AccessToken.minLength) to 512 printable characters without blanks"

    /// Finds the token: of the file, of the command line, of the environment; `nil` where there is none.
    ///
    /// - Throws: ``TokenFileError`` for a file that others can read, `UsageError` for what is no token.
    init?(_ arguments: Arguments, environment: [String: String]) throws {
        var warnings: [String] = []
        let (name, shown, word): (String, String, String)
        if let path = arguments.string(.tokenFile) {
            let file = try Self.file(path)
            switch file.readers {
            case .owner: break
            case .ownerDespiteMode(let mode):
                warnings.append(
                    "\(path) has mode \(FileMode.text(mode)), and only its directory or its group keeps others from reading it; "
                        + "chmod 600 \(path)")
            case .others(let mode): throw TokenFileError.readableByOthers(path: path, mode: mode)
            case .stranger(let user): throw TokenFileError.foreignOwner(path: path, user: user)
            }
            let line = file.bytes.prefix { $0 != 0x0A && $0 != 0x0D }
            (name, shown, word) = (Option.tokenFile.spelled, path, String(decoding: line, as: UTF8.self))
        } else if let text = arguments.string(.token) {
            (name, shown, word) = (Option.token.spelled, "…", text)
        } else {
            (name, shown, word) = ("PHOTOWIDGET_TOKEN", "…", environment["PHOTOWIDGET_TOKEN"] ?? "")
            if word.isEmpty { return nil }
        }
        guard let token = AccessToken(word) else {
            throw UsageError.badValue(option: name, value: shown, expected: Self.expected)
        }
        if token.isShort {
            warnings.append(
                "the token has \(token.length) characters, and later versions refuse fewer than \(AccessToken.minLength);"
                    + " head -c 18 /dev/urandom | base64 makes one of 24")
        }
        self.token = token
        self.warnings = warnings
    }

    private static func file(_ path: String) throws -> PrivateFile {
        do throws(StorageError) {
            return try PrivateFile(path: path, limit: maxFileBytes)
        } catch {
            if error.isMissing { throw InputError.missing(path: path) }
            throw InputError.unreadable(path: path, error)
        }
    }
}

/// Why a file's token is not used.
enum TokenFileError: Error, Equatable {
    /// Other users of the machine can read it.
    case readableByOthers(path: String, mode: UInt32)
    /// It belongs to another user, who knows the token and can change it.
    case foreignOwner(path: String, user: UInt32)
}

extension TokenFileError: CustomStringConvertible {
    var description: String {
        switch self {
        case .readableByOthers(let path, let mode):
            "\(path): other users can read the token (mode \(FileMode.text(mode))); chmod 600 \(path)"
        case .foreignOwner(let path, let user):
            "\(path): the token's file belongs to user \(user); expected one of this user's or of root's"
        }
    }

    /// The file.
    var path: String {
        switch self {
        case .readableByOthers(let path, _), .foreignOwner(let path, _): path
        }
    }
}

/// A file's mode in digits.
enum FileMode {
    /// Four octal digits, as chmod takes them.
    static func text(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
}
