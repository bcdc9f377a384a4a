import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing

@Suite struct BudgetProviderTests {
    private let scratch: ScratchDirectory
    private let clock = VirtualClock(Date(timeIntervalSince1970: 1_796_002_680))
    private let store: SharedDefaults

    init() throws {
        scratch = try ScratchDirectory()
        store = SharedDefaults(group: try GroupName("group.woori.homeWidget"), stateDirectory: scratch.path)
    }

    private func engine(_ settings: InstanceSettings = InstanceSettings()) -> WidgetEngine {
        let clock = clock
        var instance = WidgetInstance(WidgetID(kind: "budget"))
        instance.settings = settings
        return WidgetEngine(
            Budget.description(stateDirectory: scratch.path, language: "ko_KR.UTF-8", now: { clock.now }),
            instance: instance, stateDirectory: scratch.path, now: { clock.now })
    }

    @Test(arguments: [("12000", "+12,000원"), ("-12000", "-12,000원"), ("0", "0원"), ("1234567", "+1,234,567원")])
    func `the app's amount is written with its sign, once`(amount: String, text: String) throws {
        try store.write(.string(amount), forKey: "WooriWidgetKey")
        #expect(try engine().refresh().content?.compact == #"{"amount":\#(amount),"text":"\#(text)"}"#)
    }

    @Test func `nothing written is zero, without a note`() throws {
        #expect(try engine().refresh().content?.compact == #"{"amount":0,"text":"0원"}"#)
    }

    @Test func `a number stored as a number is zero, with a note of the type`() throws {
        try store.write(.int(5), forKey: "WooriWidgetKey")
        let entry = try engine().refresh()
        #expect(entry.status == .fresh)
        #expect(
            entry.content?.compact
                == #"{"amount":0,"note":"WooriWidgetKey: holds a value of type int, not string","text":"0원"}"#)
    }

    @Test func `a text that is no number is zero, with a note`() throws {
        try store.write(.string("much"), forKey: "WooriWidgetKey")
        #expect(try engine().refresh().content?.compact.contains("\\\"much\\\" is not a whole number") == true)
    }

    @Test func `the entry has the two links of its view`() throws {
        let entry = try engine().refresh()
        #expect(entry.links == ["wooribudget://addincome", "wooribudget://addexpense"])
        #expect(entry.deepLink == nil)
    }

    @Test func `one entry of now, at whose end the floor decides`() throws {
        let preview = try engine().timeline()
        #expect(preview.entries.map(\.date) == [clock.now] && preview.policy == .atEnd)
        let report = engine().simulate(Simulation(clock: clock, span: 86_400, rules: ReloadRules(budget: .widgetKit)))
        #expect(report.asked == 1440 && report.calls <= 48)
        let calls = report.events.filter { $0.kind == .call }.map(\.date)
        #expect(zip(calls, calls.dropFirst()).allSatisfy { $1.timeIntervalSince($0) >= 60 })
    }

    @Test func `it is of medium size only`() {
        let description = Budget.description(stateDirectory: scratch.path, language: "ko", now: { Date() })
        #expect(description.supportedFamilies == [.systemMedium])
    }

    @Test(arguments: [
        ("ko_KR.UTF-8", "-12,000원"), ("en_US", "-₩12,000"), ("ja", "-₩12,000"), ("de_AT", "-12.000\u{A0}₩"),
        ("fr", "-12\u{202F}000\u{A0}₩"), ("", "-12,000원"), ("xx", "-12,000원"),
    ])
    func `money is written by the rules of the language`(language: String, text: String) {
        #expect(Won(language: language).signed(-12_000) == text)
        #expect(Won(language: language).signed(.min).filter { $0 == "-" }.count == 1)
    }
}
