import FoundationEssentials
import FuzzSupport

@testable import PhotoFeed
@testable import WebServer

/// Reads what libFuzzer makes up as header fields, dates, times to wait and byte ranges.
@main
enum FuzzHTTP {
    static func main() {
        runFuzzer { data, count in
            FuzzHTTP.read(fuzzInput(data, count))
            return 0
        }
    }

    private static func read(_ input: [UInt8]) {
        var recipe = Recipe(input)
        let now = Date(timeIntervalSince1970: recipe.choice(of: 4) == 0 ? recipe.number() : 1_800_000_000)
        let length = recipe.choice(of: 2) == 0 ? recipe.choice(of: 200) : Int.max
        let text = String(decoding: recipe.rest(), as: UTF8.self)
        date(text, now)
        wait(text, now)
        range(text, length)
        fields(text, now)
    }

    private static func date(_ text: String, _ now: Date) {
        guard let date = HTTPDate.date(from: text, now: now) else { return }
        let written = HTTPDate.text(of: date)
        precondition(written.utf8.count == 29, "a date of another length: \(written)")
        precondition(HTTPDate.date(from: written, now: now) == date, "a date is read as another: \(written)")
    }

    private static func wait(_ text: String, _ now: Date) {
        // Of a clock that shows no date nothing can be promised but that it is read.
        guard let date = RetryAfter.date(from: text, now: now), now.timeIntervalSince1970.magnitude < 1e12 else {
            return
        }
        let wait = date.timeIntervalSince(now)
        precondition(wait > 0.99 && wait < 86_400.01, "a wait of \(wait)")
    }

    private static func range(_ text: String, _ length: Int) {
        for header in [text, "bytes=" + text] {
            guard case .part(let part) = ByteRange(header, byteCount: length) else { continue }
            precondition(!part.isEmpty && part.lowerBound >= 0 && part.upperBound <= length, "a range of \(part)")
        }
    }

    private static func fields(_ text: String, _ now: Date) {
        let names = ["Cache-Control", "Date", "Expires", "Age", "Last-Modified", "Vary", "ETag", "Set-Cookie"]
        var fields = HTTPFields()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(32).enumerated() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.count == 2 ? String(parts[0]) : names[index % names.count]
            fields.append(name: name, value: String(parts[parts.count - 1]))
        }
        let control = CacheControl(fields["Cache-Control"] ?? "")
        for allowed in [false, true] {
            let fresh = Freshness(fields: fields, requestedAt: now - 1, receivedAt: now, allowsHeuristic: allowed)
            precondition(fresh.lifetime >= 0, "a lifetime of \(fresh.lifetime)")
            precondition(fresh.mayStore != control.noStore, "no-store is not obeyed")
            if control.noStore || control.noCache {
                precondition(!fresh.isFresh(at: now), "fresh though it must be asked for")
                precondition(!fresh.mayServeWhileRevalidating(at: now), "served though it must be asked for")
            }
            // A clock that shows no date has no seconds to add.
            guard now.timeIntervalSince1970.magnitude < 1e12 else { continue }
            precondition(!fresh.isFresh(at: now + 2 * Freshness.longestLifetime), "fresh for ever")
        }
        let updated = fields.updated(by: fields)
        precondition(
            Set(updated.fields.map { $0.name.lowercased() }).isSubset(of: fields.fields.map { $0.name.lowercased() }))
    }
}
