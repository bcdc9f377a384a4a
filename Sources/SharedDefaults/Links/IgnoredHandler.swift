/// A command for links that is not run, because another user may have written it.
public enum IgnoredHandler: Equatable, Sendable {
    /// The shared store holds it, where every member of the store's unix group can write.
    case stored(scheme: String, command: [String])
    /// The whole file is ignored: it, or a directory on the way to it, is not this user's alone.
    case file(path: String, reason: String)

    /// The scheme that it is for; `nil` for a file of many.
    public var scheme: String? {
        switch self {
        case .stored(let scheme, _): scheme
        case .file: nil
        }
    }
}

extension IgnoredHandler: CustomStringConvertible {
    /// One line for a person, with what would help.
    public var description: String {
        switch self {
        case .stored(let scheme, let command):
            "the shared store has a command for \(scheme), which another member may have written; it is not run: "
                + "\(command.joined(separator: " ")); photowidget links register --scheme \(scheme) --exec makes one of your own"
        case .file(let path, let reason): "\(path) \(reason); the commands for links there are not run"
        }
    }
}
