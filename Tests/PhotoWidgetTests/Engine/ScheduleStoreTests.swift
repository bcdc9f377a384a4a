import FoundationEssentials
import PhotoWidget
import Storage
import TestSupport
import Testing

@Suite struct ScheduleStoreTests {
    private let scratch: ScratchDirectory
    private let store: ScheduleStore
    private let date = Date(timeIntervalSince1970: 1_796_002_680.25)

    init() throws {
        scratch = try ScratchDirectory()
        store = ScheduleStore(stateDirectory: scratch.path, id: WidgetID(kind: "todo"))
    }

    @Test func `what one remembers, another reads to the fraction of a second`() throws {
        let answer = try store.update(rules: ReloadRules()) { _, scheduler in scheduler.request(by: .person, at: date) }
        #expect(answer == .granted)
        let state = try ScheduleStore(stateDirectory: scratch.path, id: WidgetID(kind: "todo")).read().state
        #expect(state.waiting?.due == date && state.lastSeen == date)
    }

    @Test(arguments: ["", "{", "[]", #"{"schema":"photowidget.schedule/9","sets":[],"state":{}}"#])
    func `a damaged or foreign file is set aside, and the schedule begins anew`(text: String) throws {
        try scratch.write(Array(text.utf8), to: "schedule/todo/default/schedule.json")
        #expect(try store.read().state == SchedulerState())
        try store.update(rules: ReloadRules()) { _, scheduler in scheduler.begin(by: .person, at: date) }
        #expect(try store.read().state.reloads == 1)
        #expect(
            try MappedFile.contents(ofFile: scratch("schedule/todo/default/schedule.json.damaged")) == Array(text.utf8))
    }

    @Test func `names of sets that lead elsewhere are no schedule`() throws {
        try store.update(rules: ReloadRules()) { _, scheduler in scheduler.begin(by: .person, at: date) }
        let bytes = try #require(try MappedFile.contents(ofFile: store.path))
        let text = String(decoding: bytes, as: UTF8.self)
        let evil = text.replacing(/"sets" : \[[^\]]*\]/, with: #""sets" : ["../../../etc"]"#)
        #expect(evil != text)
        try scratch.write(Array(evil.utf8), to: "schedule/todo/default/schedule.json")
        #expect(try store.read().sets == [])
    }

    @Test func `what a killed run left goes with the next change`() throws {
        try scratch.write([1], to: "schedule/todo/default/.tmp.1.abc")
        try store.update(rules: ReloadRules()) { _, scheduler in scheduler.begin(by: .person, at: date) }
        #expect(
            try scratch.files(below: "schedule/todo/default")
                == [".lock", "schedule.json"].map { "schedule/todo/default/\($0)" })
    }

    @Test func `writers of one schedule lose nothing`() async throws {
        let store = store
        let date = date
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<10 {
                        try store.update(rules: ReloadRules()) { _, scheduler in scheduler.begin(by: .person, at: date)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.read().state.reloads == 80)
    }

    @Test func `the instances that were ever run are known by their schedules`() throws {
        #expect(try ScheduleStore.instances(stateDirectory: scratch.path) == [])
        for id in [WidgetID(kind: "todo", instance: "b"), WidgetID(kind: "todo"), WidgetID(kind: "budget")] {
            try ScheduleStore(stateDirectory: scratch.path, id: id).update(rules: ReloadRules()) { _, scheduler in
                scheduler.begin(by: .person, at: date)
            }
        }
        #expect(
            try ScheduleStore.instances(stateDirectory: scratch.path).map(\.description)
                == ["budget/default", "todo/b", "todo/default"])
    }
}
