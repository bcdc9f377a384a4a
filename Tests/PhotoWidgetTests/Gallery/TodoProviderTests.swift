import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing

@Suite struct TodoProviderTests {
    private let scratch: ScratchDirectory
    private let clock = VirtualClock(Date(timeIntervalSince1970: 1_796_002_680))
    private let group: GroupName

    init() throws {
        scratch = try ScratchDirectory()
        group = try GroupName("group.react.native.widget.example")
    }

    private func write(_ text: String, forKey key: String = "data") throws {
        try SharedDefaults(group: group, stateDirectory: scratch.path).write(.string(text), forKey: key)
    }

    private func engine(_ settings: InstanceSettings = InstanceSettings()) -> WidgetEngine {
        let clock = clock
        var instance = WidgetInstance(WidgetID(kind: "todo"))
        instance.settings = settings
        return WidgetEngine(
            TodoList.description(stateDirectory: scratch.path, now: { clock.now }), instance: instance,
            stateDirectory: scratch.path, now: { clock.now })
    }

    private func content() throws -> String? { try engine().refresh().content?.compact }

    private static func todos(_ count: Int) -> String {
        "["
            + (1...count).map { #"{"id":\#($0),"isCompleted":\#($0 % 2 == 0),"text":"t\#($0)"}"# }.joined(
                separator: ",")
            + "]"
    }

    @Test func `the app's todos are shown`() throws {
        try write(Self.todos(2))
        #expect(
            try content()
                == #"{"items":[{"id":1,"isCompleted":false,"text":"t1"},{"id":2,"isCompleted":true,"text":"t2"}],"#
                + #""more":0,"state":"data"}"#)
    }

    @Test func `nothing and an empty list are the same state`() throws {
        let none = #"{"items":[],"more":0,"state":"none"}"#
        #expect(try content() == none)
        try write("[]")
        #expect(try content() == none)
    }

    @Test(arguments: [(4, 4, 0), (5, 3, 2), (6, 3, 3), (40, 3, 37)])
    func `of more todos than fit, the last row says how many`(count: Int, rows: Int, more: Int) throws {
        try write(Self.todos(count))
        let content = try #require(try content())
        #expect(content.contains("\"id\":\(rows),") && !content.contains("\"id\":\(rows + 1),"))
        #expect(content.contains("\"more\":\(more),"))
    }

    @Test(arguments: [#"[{"id":1"#, "3", #"[{"id":"one","isCompleted":true,"text":""}]"#, "no JSON"])
    func `what is no list of todos keeps the last good ones, and says why`(text: String) throws {
        #expect(try engine().refresh().status == .fresh)
        try write(Self.todos(1))
        let good = try engine().refresh()
        try write(text)
        let stale = try engine().refresh()
        #expect(stale.status == .stale && stale.content == good.content)
        #expect(stale.reason?.hasPrefix("data: ") == true)
    }

    @Test func `a broken list before any good one is a placeholder with the reason`() throws {
        try write("[{")
        let entry = try engine().refresh()
        #expect(entry.status == .placeholder && entry.reason?.hasPrefix("data: broken JSON") == true)
    }

    @Test func `a value of another type is told`() throws {
        try SharedDefaults(group: group, stateDirectory: scratch.path).write(.int(5), forKey: "data")
        #expect(try engine().refresh().reason == "data: holds a value of type int, not json")
    }

    @Test func `five entries, an hour apart, and the next at the end`() throws {
        let preview = try engine().timeline()
        #expect(preview.entries.map { $0.date.timeIntervalSince(clock.now) } == [0, 3600, 7200, 10800, 14400])
        #expect(preview.policy == .atEnd)
    }

    @Test func `another group and key can be set for an instance`() throws {
        let settings = InstanceSettings([("group", .string("group.my.app")), ("key", .string("list"))])
        try SharedDefaults(group: try GroupName("group.my.app"), stateDirectory: scratch.path)
            .write(.json(Self.todos(1)), forKey: "list")
        #expect(try engine(settings).refresh().content?.compact.contains("t1") == true)
        #expect(engine(settings).watchedKeys == [SharedKey(group: try GroupName("group.my.app"), key: "list")])
    }

    @Test func `a day is six timelines`() throws {
        let simulation = Simulation(clock: clock, span: 86_400, rules: ReloadRules(budget: .widgetKit))
        let report = engine().simulate(simulation)
        #expect(report.asked == 6 && report.calls == 6)
    }
}
