import FoundationEssentials
import Testing

@testable import PhotoFeed

@Suite struct CivilTimeTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2000-02-29T12:00:00Z", 951_825_600),
            ("2024-02-29T23:59:59Z", 1_709_251_199), ("2026-11-29T18:24:10Z", 1_795_976_650),
            ("2026-11-29T18:24:10.750Z", 1_795_976_650), ("2026-11-29T10:24:10-08:00", 1_795_976_650),
            ("2026-11-30T00:09:10+05:45", 1_795_976_650),
        ] as [(String, Double)])
    func `a time with a zone is a moment`(text: String, seconds: Double) {
        #expect(CivilTime(text)?.date == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "2026", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "0000-00-00T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:60Z", "2026-01-01T00:00:00z", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+24:00",
        "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00ZZ", "+026-01-01T00:00:00Z", "2026-1-01T00:00:000Z",
        "２026-01-01T00:00:00Z",
    ])
    func `a time that does not exist is none`(text: String) {
        #expect(CivilTime(text) == nil)
    }

    @Test func `a camera's time is shown without its false zone`() {
        #expect(CivilTime("2026-07-14T12:00:00-08:00")?.description == "2026-07-14T12:00:00")
        #expect(CivilTime("0987-07-04 01:02:03")?.description == "0987-07-04T01:02:03")
        #expect(CivilTime("2026-07-14T12:00:00")?.date == nil)
    }
}
