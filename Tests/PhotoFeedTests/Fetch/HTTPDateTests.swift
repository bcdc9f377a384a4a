import Foundation
import Testing

@testable import PhotoFeed

@Suite struct HTTPDateTests {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)  // January 2027

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
        ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Sat, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Sunday, 06-Nov-70 08:49:37 GMT", 3_182_489_377), ("Sunday, 06-Nov-78 08:49:37 GMT", 279_190_177),
    ])
    func `the three forms are read`(text: String, seconds: TimeInterval) {
        #expect(HTTPDate.date(from: text, now: Self.now)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "0", "-1", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 PST",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 12:00:00 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov -994 08:49:37 GMT", "Sun, 06 Nov 1994 +8:49:37 GMT",
        "1994-11-06T08:49:37Z", "Sun, ٠٦ Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT and more words",
    ])
    func `anything else is no date`(text: String) {
        #expect(HTTPDate.date(from: text, now: Self.now) == nil)
    }

    @Test(arguments: [0.0, 784_111_777, 951_782_400, 1_709_208_000, -1, -62_167_219_200, 253_402_300_799])
    func `a date that is written is read back`(seconds: TimeInterval) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(HTTPDate.date(from: HTTPDate.text(of: date), now: Self.now) == date)
    }

    @Test func `a date is written in the form of today`() {
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: 784_111_777.9)) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(of: .distantFuture) == "Mon, 01 Jan 4001 00:00:00 GMT")
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: .infinity)) == "Fri, 31 Dec 9999 23:59:59 GMT")
    }

    @Test(arguments: [
        ("120", 120.0), ("0", 1), ("1", 1), ("86400", 86_400), ("86401", 86_400), ("99999999999999999999999", 86_400),
        ("Fri, 15 Jan 2027 08:10:00 GMT", 600), ("Sat, 31 Oct 2099 00:00:00 GMT", 86_400),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 1),
    ])
    func `Retry-After is read in both forms and held between a second and a day`(value: String, wait: TimeInterval) {
        #expect(RetryAfter.date(from: value, now: Self.now) == Self.now.addingTimeInterval(wait))
    }

    @Test(arguments: ["", "-1", "1.5", "soon", "1 2", "٣", "1e3"])
    func `Retry-After that is neither is none`(value: String) {
        #expect(RetryAfter.date(from: value, now: Self.now) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `a clock that shows no date stops neither reading nor writing`(seconds: Double) {
        let clock = Date(timeIntervalSince1970: seconds)
        #expect(HTTPDate.date(from: "Sunday, 06-Nov-94 08:49:37 GMT", now: clock) != nil)
        #expect(HTTPDate.text(of: clock).utf8.count == 29)
    }
}
