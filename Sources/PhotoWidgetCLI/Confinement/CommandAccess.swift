internal import PhotoWidget

/// What a command reads, writes and starts, beyond what every command reads and what its options name.
struct CommandAccess: Equatable, Sendable {
    /// Directories that belong to the program or to the desktop.
    struct Places: OptionSet, Hashable, Sendable {
        let rawValue: Int

        /// The cache, written.
        static let cache = Places(rawValue: 1)
        /// The state directory, written: what is published in it, schedules, the shared store.
        static let state = Places(rawValue: 2)
        /// The directories in which the configuration publishes instances, written.
        static let published = Places(rawValue: 4)
        /// The folder of the configuration, written.
        static let configuration = Places(rawValue: 8)
        /// The desktop's thumbnails, written.
        static let thumbnails = Places(rawValue: 16)
        /// The user's desktop entries, written.
        static let desktopEntries = Places(rawValue: 32)
        /// The user's fonts and their settings, read, and fontconfig's cache, written.
        static let fonts = Places(rawValue: 64)
        /// The folder of the user's own commands for links, written: an older store's move there.
        static let handlers = Places(rawValue: 128)
    }

    /// The directories; those that are missing are made, so that there is something to be confined to.
    var places: Places = []
    /// Directories that are written where they are there, and not made where they are not.
    var placesThatExist: Places = []
    /// Files that operands name, read.
    var readFiles: [String] = []
    /// Whether programs are started, which gets the command a process that is not confined and does that.
    var startsPrograms = false
    /// Whether the command runs for long, in which people may remove the cache.
    var isDaemon = false

    private static let pipeline: Places = [.cache, .state, .published, .fonts]

    /// The table: what a command does by its name; `nil` for a command that is not confined.
    static func of(_ command: String, _ arguments: Arguments) -> CommandAccess? {
        let operands = arguments.operands
        let thumbnails: Places = arguments.has(.freedesktop) ? [.thumbnails] : []
        return switch command {
        case "refresh", "reload", "timeline", "render", "simulate", "defaults":
            CommandAccess(places: pipeline, readFiles: command == "defaults" ? Self.files(after: "@", operands) : [])
        case "run", "serve": CommandAccess(places: pipeline, isDaemon: true)
        case "prefetch": CommandAccess(places: thumbnails.union([.cache, .state]))
        case "thumbnail":
            CommandAccess(
                places: operands.contains(where: ThumbnailInput.isAddress) ? [.cache, .state] : thumbnails,
                readFiles: operands.filter { $0 != "-" && !ThumbnailInput.isAddress($0) })
        case "links":
            CommandAccess(
                places: operands.first == "register"
                    ? [.state, .desktopEntries, .handlers] : [.state, .handlers],
                startsPrograms: operands.first == "open")
        case "config":
            CommandAccess(
                places: operands.first == "create" ? [.configuration] : [],
                placesThatExist: [.cache, .state, .published])
        case "cache": CommandAccess(places: [.cache], placesThatExist: [.state])
        case "doctor": CommandAccess(placesThatExist: [.cache, .state, .published, .fonts])
        // `current` opens no file more than it has to; the others read nothing of the user's.
        default: nil
        }
    }

    private static func files(after mark: Character, _ operands: [String]) -> [String] {
        operands.filter { $0.first == mark }.map { String($0.dropFirst()) }
    }
}
