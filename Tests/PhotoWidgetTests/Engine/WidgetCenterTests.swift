import PhotoWidget
import Storage
import Synchronization
import TestSupport
import Testing

@Suite struct WidgetCenterTests {
    @Test func `reloads are in the store when the method returns`() throws {
        let scratch = try ScratchDirectory()
        let center = WidgetCenter(stateDirectory: .success(scratch.path)) { Issue.record("\($0)") }
        center.reloadTimelines(ofKind: "todo")
        center.reloadAllTimelines()
        #expect(try ReloadRequests(stateDirectory: scratch.path).pending().map(\.kind) == ["todo", nil])
    }

    @Test func `a request that cannot be made is said, not swallowed`() throws {
        let lines = Mutex<[String]>([])
        let center = WidgetCenter(stateDirectory: .failure(.noHome(variable: "HOME", value: nil))) { line in
            lines.withLock { $0.append(line) }
        }
        center.reloadAllTimelines()
        #expect(lines.withLock { $0 } == ["no reload was asked for: HOME is not set"])
        let scratch = try ScratchDirectory()
        WidgetCenter(stateDirectory: .success(scratch.path)) { line in lines.withLock { $0.append(line) } }
            .reloadTimelines(ofKind: "../evil")
        #expect(lines.withLock { $0.count } == 2)
    }

    @Test func `the widgets that were shown are known`() async throws {
        let widget = try ScriptedWidget()
        _ = try widget.engine(instance: "kitchen").refresh()
        let center = WidgetCenter(stateDirectory: .success(widget.scratch("state"))) { Issue.record("\($0)") }
        let infos = try await center.currentConfigurations()
        #expect(infos.map(\.id) == ["marks/kitchen"])
        center.getCurrentConfigurations { result in
            #expect((try? result.get()) == infos)
        }
    }
}
