import FoundationEssentials
import Testing
import WidgetTimeline

@Suite struct TimelineReloadPolicyTests {
    @Test(arguments: [
        (TimelineReloadPolicy.atEnd, #"{"date":null,"type":"atEnd"}"#),
        (.never, #"{"date":null,"type":"never"}"#),
        (.after(start), #"{"date":"2026-11-30T01:38:00Z","type":"after"}"#),
    ])
    func `a policy is written with both keys and read again`(policy: TimelineReloadPolicy, json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .iso8601
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let data = try encoder.encode(policy)
        #expect(String(decoding: data, as: UTF8.self) == json)
        #expect(try decoder.decode(TimelineReloadPolicy.self, from: data) == policy)
    }

    @Test(arguments: [#"{"type":"after"}"#, #"{"type":"after","date":null}"#, #"{"type":"soon"}"#, "{}", "[]"])
    func `a policy that is none is an error`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(TimelineReloadPolicy.self, from: Data(json.utf8))
        }
    }
}
