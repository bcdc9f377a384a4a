internal import FoundationEssentials
internal import Glibc
internal import SharedDefaults
internal import Storage
public import WidgetTimeline

/// Asks for new timelines from inside of an app, and says which widgets people have set up.
///
/// A request is in the shared store when the method returns; whoever runs the widgets does it. WidgetKit's methods have
/// no answer, so what fails is said on stderr.
public final class WidgetCenter: Sendable {
    /// The center of the process, with the directories of its environment.
    public static let shared = WidgetCenter(
        stateDirectory: Result { () throws(StorageError) in
            try Directories.resolve(environment: ProcessInfo.processInfo.environment).state
        },
        warn: { line in
            let bytes = Array("photowidget: \(line)\n".utf8)
            _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
        })

    private let stateDirectory: Result<String, StorageError>
    private let warn: @Sendable (String) -> Void

    /// Makes a center of a state directory, or of why there is none.
    package init(stateDirectory: Result<String, StorageError>, warn: @escaping @Sendable (String) -> Void) {
        self.stateDirectory = stateDirectory
        self.warn = warn
    }

    /// Asks for new timelines of all widgets.
    public func reloadAllTimelines() { add(.all) }

    /// Asks for new timelines of the widgets of a kind.
    public func reloadTimelines(ofKind kind: String) { add(.kinds([kind])) }

    /// Hands over the widgets that have been shown, or why that is not known.
    public func getCurrentConfigurations(_ completion: @escaping (Result<[WidgetInfo], any Error>) -> Void) {
        completion(Result { try configurations() })
    }

    /// The widgets that have been shown.
    public func currentConfigurations() async throws -> [WidgetInfo] { try configurations() }

    private func add(_ target: ReloadTarget) {
        do {
            try ReloadRequests(stateDirectory: try stateDirectory.get()).add(target)
        } catch {
            warn("no reload was asked for: \(error)")
        }
    }

    private func configurations() throws -> [WidgetInfo] {
        let state = try stateDirectory.get()
        let publisher = Publisher(stateDirectory: state)
        return try ScheduleStore.instances(stateDirectory: state).map { id in
            // A widget whose document is damaged is there all the same.
            let entry = try? publisher.current(kind: id.kind, instance: id.instance)
            return WidgetInfo(
                kind: id.kind, instance: id.instance, family: entry?.family.flatMap(WidgetFamily.init) ?? .systemSmall)
        }
    }
}

/// A widget that a person has set up.
public struct WidgetInfo: Hashable, Identifiable, Sendable {
    /// The kind of widget.
    public let kind: String
    /// Which one of its kind.
    public let instance: String
    /// Its shape.
    public let family: WidgetFamily

    /// The kind and the instance.
    public var id: String { "\(kind)/\(instance)" }
}
