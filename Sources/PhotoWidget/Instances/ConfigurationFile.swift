internal import FoundationEssentials
internal import Storage

/// The configuration: which instances of which widgets there are, and what is set for each.
///
///     {
///       instances: [
///         { kind: "photo", instance: "kitchen", every: "3m", configuration: { tags: ["texas"] } },
///         { kind: "todo", family: "systemMedium", configuration: { group: "group.my.app", key: "data" } },
///       ],
///     }
///
/// Everything is checked when it is read: a name that is not known is an error, since a slip of the fingers would
/// otherwise change nothing, without a word.
package struct ConfigurationFile: Equatable, Sendable {
    /// The instances in the order of the file.
    package var instances: [WidgetInstance] = []
    /// The absolute path of the file; `nil` if there is none.
    package var path: String?

    /// The longest file that is read, in bytes.
    private static let maxBytes = 4 << 20

    /// No file, and nothing set.
    package init() {}

    /// The instance of a name, if the file has it.
    package func instance(_ id: WidgetID) -> WidgetInstance? { instances.first { $0.id == id } }

    /// The file that is used where the command line names none, by the rules of the desktop; it need not exist.
    ///
    /// - Source: XDG Base Directory Specification 0.8: relative values are ignored.
    package static func standardPath(environment: [String: String]) -> String? {
        if let base = environment["XDG_CONFIG_HOME"], Path.isAbsolute(base) {
            return "\(base)/photowidget/config.json5"
        }
        guard let home = environment["HOME"], Path.isAbsolute(home) else { return nil }
        return "\(home)/.config/photowidget/config.json5"
    }

    /// Reads a file; `nil` if it is not there.
    package static func reading(
        _ path: String, widgets: [WidgetDescription], home: String? = nil
    ) throws(ConfigurationError) -> ConfigurationFile? {
        let bytes: [UInt8]
        do throws(StorageError) {
            // People keep such files elsewhere and link to them.
            bytes = try FileBytes(path: path, followsLinks: true, maxBytes: maxBytes).bytes
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw .unreadable(error)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .syntax(path: path, line: 1, expected: "text in UTF-8")
        }
        return try ConfigurationFile(text, path: path, widgets: widgets, home: home)
    }

    /// Reads the text of a file.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - path: Its file, for messages and for paths that are relative to it.
    ///   - widgets: The widgets there are.
    ///   - home: What `~` stands for.
    /// - Throws: what is wrong first, with its line.
    package init(
        _ text: String, path: String, widgets: [WidgetDescription], home: String? = nil
    ) throws(ConfigurationError) {
        self.path = path
        let node: ConfigurationNode
        do { node = try JSON5Reader.read(text) } catch {
            throw .syntax(path: path, line: error.line, expected: error.expected)
        }
        let reader = ConfigurationReader(path: path, widgets: widgets, home: home)
        instances = try reader.instances(in: node)
    }
}
