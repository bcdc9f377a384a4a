import Foundation
import Testing

@testable import PhotoFeed

@Suite struct FreshnessTests {
    static let arrival = Date(timeIntervalSince1970: 1_800_000_000)

    /// A header, what it says of time, and what may be done with the answer.
    struct Row: Sendable, CustomTestStringConvertible {
        var header: [String]
        var delay: TimeInterval = 0
        var heuristic = false
        /// Seconds that it stays fresh after it arrived; 0: it is never fresh.
        var fresh: TimeInterval
        /// Seconds after arrival that it may serve while it is revalidated, beyond `fresh`.
        var revalidating: TimeInterval?
        /// Seconds after arrival that it may serve after an error; `nil`: for ever; -1: never.
        var onError: TimeInterval?
        var mayStore = true

        var testDescription: String { header.joined(separator: " | ") }
        var fields: HTTPFields {
            HTTPFields(
                header.map { line in
                    let parts = line.split(separator: ":", maxSplits: 1)
                    return .init(name: String(parts[0]), value: parts[1].trimmingCharacters(in: .whitespaces))
                })
        }
    }

    /// A header's date, in seconds from the arrival.
    static func date(_ offset: TimeInterval) -> String { HTTPDate.text(of: arrival.addingTimeInterval(offset)) }

    static let rows: [Row] = [
        // max-age
        Row(header: ["Cache-Control: max-age=60"], fresh: 60),
        Row(header: ["cache-control: MAX-AGE=60"], fresh: 60),
        Row(header: ["Cache-Control: public, max-age=60"], fresh: 60),
        Row(header: ["Cache-Control: private,max-age=60"], fresh: 60),
        Row(header: ["Cache-Control: max-age=\"60\""], fresh: 60),
        Row(header: ["Cache-Control: max-age= 60"], fresh: 60),
        Row(header: ["Cache-Control: max-age=0"], fresh: 0),
        Row(header: ["Cache-Control: max-age=00060"], fresh: 60),
        Row(header: ["Cache-Control: max-age=99999999999999999999"], fresh: 31_536_000),
        Row(header: ["Cache-Control: max-age=2147483649"], fresh: 31_536_000),
        Row(header: ["Cache-Control: max-age=-1"], fresh: 0),
        Row(header: ["Cache-Control: max-age=+60"], fresh: 0),
        Row(header: ["Cache-Control: max-age=1.5"], fresh: 0),
        Row(header: ["Cache-Control: max-age=6O"], fresh: 0),
        Row(header: ["Cache-Control: max-age"], fresh: 0),
        Row(header: ["Cache-Control: max-age="], fresh: 0),
        Row(header: ["Cache-Control: max-age=60s"], fresh: 0),
        Row(header: ["Cache-Control: max-age=60; public"], fresh: 0),
        Row(header: ["Cache-Control: x-max-age=60"], fresh: 0),
        // Repeated and spread over lines
        Row(header: ["Cache-Control: max-age=60, max-age=600"], fresh: 60),
        Row(header: ["Cache-Control: max-age=x, max-age=600"], fresh: 0),
        Row(header: ["Cache-Control: max-age=60", "Cache-Control: max-age=600"], fresh: 60),
        Row(header: ["Cache-Control: public", "Cache-Control: max-age=60"], fresh: 60),
        Row(header: ["Cache-Control: ,,max-age=60,,"], fresh: 60),
        Row(header: ["Cache-Control: a=\"b, max-age=1\", max-age=60"], fresh: 60),
        Row(header: ["Cache-Control: a=\"b\\\", max-age=1\", max-age=60"], fresh: 60),
        Row(header: ["Cache-Control: a=\"never closed, max-age=60"], fresh: 0),
        // A private cache does not heed what is for shared ones
        Row(header: ["Cache-Control: s-maxage=600"], fresh: 0),
        Row(header: ["Cache-Control: s-maxage=0, max-age=60"], fresh: 60),
        Row(header: ["Cache-Control: max-age=60, proxy-revalidate"], fresh: 60),
        Row(header: ["Cache-Control: private=\"set-cookie\", max-age=60"], fresh: 60),
        // Expires
        Row(header: ["Expires: \(date(60))"], fresh: 60),
        Row(header: ["Expires: \(date(60))", "Date: \(date(0))"], fresh: 60),
        Row(header: ["Expires: \(date(60))", "Cache-Control: max-age=600"], fresh: 600),
        Row(header: ["Expires: \(date(600))", "Cache-Control: max-age=60"], fresh: 60),
        Row(header: ["Expires: \(date(600))", "Cache-Control: max-age=x"], fresh: 0),
        Row(header: ["Expires: \(date(600))", "Cache-Control: public"], fresh: 600),
        Row(header: ["Expires: 0"], fresh: 0),
        Row(header: ["Expires: -1"], fresh: 0),
        Row(header: ["Expires: never"], fresh: 0),
        Row(header: ["Expires: \(date(-60))"], fresh: 0),
        Row(header: ["Expires: \(date(60))", "Expires: \(date(600))"], fresh: 60),
        Row(header: ["Expires: 0", "Last-Modified: \(date(-1000))"], heuristic: true, fresh: 0),
        // Date and clocks that differ
        Row(header: ["Cache-Control: max-age=60", "Date: \(date(-10))"], fresh: 50),
        Row(header: ["Cache-Control: max-age=60", "Date: \(date(-60))"], fresh: 0),
        Row(header: ["Cache-Control: max-age=60", "Date: \(date(3600))"], fresh: 60),
        Row(header: ["Cache-Control: max-age=60", "Date: rubbish"], fresh: 60),
        Row(header: ["Expires: \(date(3660))", "Date: \(date(3600))"], fresh: 60),
        Row(header: ["Expires: \(date(-3540))", "Date: \(date(-3600))"], fresh: 0),
        // Age and the way it took
        Row(header: ["Cache-Control: max-age=60", "Age: 10"], fresh: 50),
        Row(header: ["Cache-Control: max-age=60", "Age: 60"], fresh: 0),
        Row(header: ["Cache-Control: max-age=60", "Age: 10", "Date: \(date(-30))"], fresh: 30),
        Row(header: ["Cache-Control: max-age=60", "Age: 30", "Date: \(date(-10))"], fresh: 30),
        Row(header: ["Cache-Control: max-age=60", "Age: -10"], fresh: 60),
        Row(header: ["Cache-Control: max-age=60", "Age: x"], fresh: 60),
        Row(header: ["Cache-Control: max-age=60", "Age: 99999999999999999999"], fresh: 0),
        Row(header: ["Cache-Control: max-age=60"], delay: 20, fresh: 40),
        Row(header: ["Cache-Control: max-age=60", "Age: 10"], delay: 20, fresh: 30),
        Row(header: ["Cache-Control: max-age=60", "Date: \(date(-25))"], delay: 20, fresh: 35),
        Row(header: ["Cache-Control: max-age=60"], delay: -20, fresh: 60),
        // A guess
        Row(header: ["Last-Modified: \(date(-1000))"], heuristic: true, fresh: 100),
        Row(header: ["Last-Modified: \(date(-1000))"], fresh: 0),
        Row(header: ["Last-Modified: \(date(-1000))", "Date: \(date(0))"], heuristic: true, fresh: 100),
        Row(header: ["Last-Modified: \(date(-100_000_000))"], heuristic: true, fresh: 86_400),
        Row(header: ["Last-Modified: \(date(1000))"], heuristic: true, fresh: 0),
        Row(header: ["Last-Modified: long ago"], heuristic: true, fresh: 0),
        Row(header: ["Last-Modified: \(date(-1000))", "Cache-Control: max-age=5"], heuristic: true, fresh: 5),
        Row(header: ["Last-Modified: \(date(-1000))", "Cache-Control: public"], heuristic: true, fresh: 100),
        Row(header: ["ETag: \"a\""], heuristic: true, fresh: 0),
        // What must be asked, and what must not be kept
        Row(header: ["Cache-Control: no-cache, max-age=60"], fresh: 0, onError: -1),
        Row(header: ["Cache-Control: No-Cache=\"set-cookie\", max-age=60"], fresh: 0, onError: -1),
        Row(header: ["Cache-Control: no-store, max-age=60"], fresh: 0, onError: -1, mayStore: false),
        Row(header: ["Cache-Control: max-age=60", "Cache-Control: NO-STORE"], fresh: 0, onError: -1, mayStore: false),
        Row(header: ["Cache-Control: x=\"no-store\", max-age=60"], fresh: 60),
        Row(header: ["Cache-Control: must-revalidate, max-age=60"], fresh: 60, onError: 60),
        Row(header: ["Cache-Control: must-revalidate, max-age=60, stale-if-error=600"], fresh: 60, onError: 60),
        Row(header: ["Pragma: no-cache", "Cache-Control: max-age=60"], fresh: 60),
        Row(header: ["Vary: *", "Cache-Control: max-age=60"], fresh: 0),
        Row(header: ["Vary: Accept , *", "Cache-Control: max-age=60"], fresh: 0),
        Row(header: ["Vary: Accept-Encoding", "Cache-Control: max-age=60"], fresh: 60),
        Row(header: ["Cache-Control: max-age=60, immutable"], fresh: 60),
        // Stale on purpose
        Row(header: ["Cache-Control: max-age=60, stale-while-revalidate=30"], fresh: 60, revalidating: 90),
        Row(header: ["Cache-Control: max-age=60, stale-while-revalidate=x"], fresh: 60),
        Row(header: ["Cache-Control: max-age=60, stale-while-revalidate=30, must-revalidate"], fresh: 60, onError: 60),
        Row(header: ["Cache-Control: max-age=60, stale-if-error=600"], fresh: 60, onError: 660),
        Row(header: ["Cache-Control: max-age=60, stale-if-error=0"], fresh: 60, onError: 60),
        Row(header: ["Cache-Control: max-age=60, stale-if-error"], fresh: 60),
        Row(header: ["Cache-Control: stale-if-error=600"], fresh: 0, onError: 600),
        Row(header: ["Age: 100", "Cache-Control: max-age=60, stale-if-error=600"], fresh: 0, onError: 560),
        Row(header: [], fresh: 0),
    ]

    @Test(arguments: rows)
    func `an answer is fresh, and may serve stale, for as long as its header says`(row: Row) {
        let freshness = Freshness(
            fields: row.fields, requestedAt: Self.arrival.addingTimeInterval(-row.delay), receivedAt: Self.arrival,
            allowsHeuristic: row.heuristic)
        func at(_ seconds: TimeInterval) -> Date { Self.arrival.addingTimeInterval(seconds) }

        if row.fresh > 0 {
            #expect(freshness.isFresh(at: at(row.fresh - 1)))
            #expect(freshness.mayServeStaleOnError(at: at(row.fresh - 1)))
        }
        #expect(!freshness.isFresh(at: at(row.fresh)))

        let revalidating = row.revalidating ?? row.fresh
        if row.revalidating != nil { #expect(freshness.mayServeWhileRevalidating(at: at(revalidating))) }
        #expect(!freshness.mayServeWhileRevalidating(at: at(revalidating + 1)))

        switch row.onError {
        case .none: #expect(freshness.mayServeStaleOnError(at: at(1e9)))
        case -1: #expect(!freshness.mayServeStaleOnError(at: at(0)))
        case .some(let seconds):
            #expect(freshness.mayServeStaleOnError(at: at(seconds - 1)))
            #expect(!freshness.mayServeStaleOnError(at: at(seconds + 1)))
        }
        #expect(freshness.mayStore == row.mayStore)
    }

    @Test func `the caller's staleness counts where the server names none`() {
        let freshness = Freshness(
            fields: HTTPFields([.init(name: "Cache-Control", value: "max-age=60")]), requestedAt: Self.arrival,
            receivedAt: Self.arrival)
        #expect(freshness.mayServeStaleOnError(at: Self.arrival.addingTimeInterval(160), byDefault: 100))
        #expect(!freshness.mayServeStaleOnError(at: Self.arrival.addingTimeInterval(161), byDefault: 100))
    }

    @Test func `a clock that went back far makes an answer stale, and its age does not shrink`() {
        let freshness = Freshness(
            fields: HTTPFields([.init(name: "Cache-Control", value: "max-age=600"), .init(name: "Age", value: "5")]),
            requestedAt: Self.arrival, receivedAt: Self.arrival)
        #expect(freshness.isFresh(at: Self.arrival.addingTimeInterval(-60)))
        #expect(!freshness.isFresh(at: Self.arrival.addingTimeInterval(-61)))
        #expect(freshness.age(at: Self.arrival.addingTimeInterval(-1e9)) == 5)
        #expect(freshness.mayServeStaleOnError(at: Self.arrival.addingTimeInterval(-1e9)))
    }

    @Test func `immutable is told`() {
        let fields = HTTPFields([.init(name: "Cache-Control", value: "max-age=60, immutable")])
        #expect(Freshness(fields: fields, requestedAt: Self.arrival, receivedAt: Self.arrival).isImmutable)
    }
}
