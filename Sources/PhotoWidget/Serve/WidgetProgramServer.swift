package import FoundationEssentials
internal import SharedDefaults
internal import WebServer

/// What `serve` of a program of widgets does: runs the default instance of each, and shows what they publish on a page.
///
/// It listens on loopback only, and nobody writes: what is beyond that is the command line's.
package final class WidgetProgramServer: Sendable {
    private let daemon: WidgetDaemon
    private let listener: ReloadListener
    private let server: HTTPServer

    /// Takes over the widgets and listens; they are run by ``run(_:)``.
    ///
    /// - Parameters:
    ///   - widgets: What is run.
    ///   - assets: Where their named pictures come from.
    ///   - address: A numeric address of loopback.
    ///   - port: From 1 to 65535, or 0 for any that is free.
    ///   - stateDirectory: Where they are published; what others have published there is shown too.
    ///   - interruption: What ends it.
    ///   - now: The clock.
    /// - Throws: ``WidgetError`` where another process runs one of them, ``DefaultsError`` where the state directory
    ///   cannot be used, `HTTPServerError` where the address or the port cannot be had.
    package init(
        _ widgets: [WidgetDescription], assets: AssetFolder? = nil, address: String, port: Int,
        stateDirectory: String, interruption: Interruption, now: @escaping @Sendable () -> Date
    ) throws {
        let renderer = WidgetRenderer(assets: assets)
        let engines = widgets.map { widget in
            let instance = WidgetInstance(WidgetID(kind: widget.kind))
            var engine = WidgetEngine(
                widget, instance: instance, stateDirectory: stateDirectory, rules: instance.localRules, now: now)
            engine.drawing = PublishedDrawing(renderer)
            return engine
        }
        daemon = try WidgetDaemon(engines, interruption: interruption, now: now)
        // Other programs may run other widgets of this directory: what asks for all of them is not for one to take.
        listener = try ReloadListener(for: engines, takesAll: false, stateDirectory: stateDirectory)
        let routes = ServeRoutes(
            PublishedFiles(Publisher(stateDirectory: stateDirectory)), rules: AccessRules(address: address, token: nil),
            now: now)
        server = try HTTPServer(address: address, port: port, handler: routes)
    }

    /// Where the page is, as `http://127.0.0.1:8787`.
    package var url: String { server.url }

    /// Runs the widgets until the end, and hands over, on any thread, every entry when it is published, and whatever
    /// goes wrong beside that, as a line.
    package func run(
        _ show: @escaping @Sendable (PublishedEntry) -> Void = { _ in }, warn: @escaping @Sendable (String) -> Void
    ) {
        daemon.run(hearing: listener, show, warn: warn)
        server.stop()
    }
}
