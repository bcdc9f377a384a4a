import FoundationEssentials
import Testing
import WidgetTimeline

@Suite struct ReloadAnswerTests {
    @Test(arguments: [
        (ReloadAnswer.granted, #"{"answer":"granted"}"#),
        (.coalesced(with: start), #"{"answer":"coalesced","until":"2026-11-30T01:38:00Z"}"#),
        (
            .deferred(until: start, because: .budget),
            #"{"answer":"deferred","because":"budget","until":"2026-11-30T01:38:00Z"}"#
        ),
        (.refused(because: .noBudget), #"{"answer":"refused","because":"noBudget"}"#),
    ])
    func `an answer is written by its name and read again`(answer: ReloadAnswer, json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .iso8601
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let data = try encoder.encode(answer)
        #expect(String(decoding: data, as: UTF8.self) == json)
        #expect(try decoder.decode(ReloadAnswer.self, from: data) == answer)
    }

    @Test(arguments: [#"{"answer":"perhaps"}"#, #"{"answer":"deferred"}"#, #"{"answer":"refused","because":"floor"}"#])
    func `an answer that is none is an error`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ReloadAnswer.self, from: Data(json.utf8))
        }
    }
}
