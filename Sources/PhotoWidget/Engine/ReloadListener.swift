internal import FoundationEssentials
package import SharedDefaults
internal import Storage
internal import WidgetTimeline

/// Hears the reloads that programs ask for in the shared store, and notes them in the schedules of the instances that
/// this process runs.
package final class ReloadListener: Sendable {
    private let engines: [WidgetEngine]
    private let takesAll: Bool
    private let requests: ReloadRequests
    private let watch: StoreWatch
    private let changes: ChangeWatcher

    /// Starts to listen for some instances below a state directory, which is made where it does not exist.
    ///
    /// - Parameters:
    ///   - engines: The instances that this process runs.
    ///   - takesAll: Whether they are all that there are: then a request for all widgets is theirs to take.
    ///   - stateDirectory: Where the shared store is.
    /// - Throws: ``DefaultsError/storage(_:)``.
    package init(
        for engines: [WidgetEngine], takesAll: Bool, stateDirectory: String
    ) throws(DefaultsError) {
        self.engines = engines
        self.takesAll = takesAll
        requests = ReloadRequests(stateDirectory: stateDirectory)
        do { watch = try StoreWatch(stateDirectory: stateDirectory) } catch { throw .storage(error) }
        changes = try ChangeWatcher(stateDirectory: stateDirectory)
        // Whoever starts to run a widget asks its provider first: what was wanted before is served by that.
        _ = taken()
    }

    /// Ends ``run(_:)`` and ``runChanges(_:)``; may be called from any thread.
    package func stop() {
        watch.stop()
        changes.stop()
    }

    /// Listens until stopped; `wake` is called whenever a schedule may have changed, here or by another process.
    ///
    /// A store that cannot be read for a while is no reason to stop: the widgets go on by their schedules.
    package func run(_ wake: () -> Void) {
        repeat {
            take()
            wake()
        } while (try? watch.wait()) == .changed
    }

    /// Listens for changes of what the instances show until stopped; `wake` is called when their schedules say so.
    package func runChanges(_ wake: () -> Void) {
        let watching = engines.map { ($0, Set($0.watchedKeys)) }.filter { !$0.1.isEmpty }
        guard !watching.isEmpty else { return }
        while case .changes(let changes) = try? changes.next() {
            let changed = Set(changes.map { SharedKey(group: $0.group, key: $0.key) })
            for (engine, keys) in watching where !keys.isDisjoint(with: changed) { note(engine, by: .writer) }
            wake()
        }
    }

    private func note(_ engine: WidgetEngine, by requester: ReloadRequester) {
        // What cannot be noted in the schedule cannot be shown either, which the next reload says.
        _ = try? engine.request(by: requester)
    }

    private func take() {
        for request in taken() {
            for engine in engines where request.kind ?? engine.id.kind == engine.id.kind {
                note(engine, by: request.group == nil ? .program : .writer)
            }
        }
    }

    private func taken() -> [ReloadRequest] {
        let kinds = Set(engines.map(\.id.kind)).sorted()
        return (try? requests.take(kinds: takesAll ? nil : kinds)) ?? []
    }
}
