/// The directives of a response's Cache-Control that a private cache heeds.
///
/// - Source: RFC 9111 §5.2.2; RFC 5861 (stale-…); RFC 8246 (immutable).
struct CacheControl: Equatable, Sendable {
    /// The largest number of seconds told apart; larger ones mean this much.
    /// - Source: RFC 9111 §1.2.2.
    static let longest = 2_147_483_648

    /// A number of seconds, or what stands where one should.
    enum Seconds: Equatable, Sendable {
        case absent
        case count(Int)
        case garbage
    }

    private(set) var maxAge = Seconds.absent
    private(set) var staleWhileRevalidate = Seconds.absent
    private(set) var staleIfError = Seconds.absent
    private(set) var noStore = false
    private(set) var noCache = false
    private(set) var mustRevalidate = false
    private(set) var immutable = false

    /// Reads a field's value; unknown directives, `s-maxage` and other advice to shared caches are passed over.
    ///
    /// Of a repeated directive the first counts.
    init(_ value: String) {
        for (name, argument) in Self.directives(value) {
            switch name {
            case "max-age": Self.set(&maxAge, argument)
            case "stale-while-revalidate": Self.set(&staleWhileRevalidate, argument)
            case "stale-if-error": Self.set(&staleIfError, argument)
            case "no-store": noStore = true
            // With field names it would only forbid those fields; treating it as the whole is allowed and safe.
            case "no-cache": noCache = true
            case "must-revalidate": mustRevalidate = true
            case "immutable": immutable = true
            default: break
            }
        }
    }

    private static func set(_ seconds: inout Seconds, _ argument: String?) {
        guard seconds == .absent else { return }
        guard let argument, !argument.isEmpty, argument.utf8.allSatisfy(\.isDigit) else {
            seconds = .garbage
            return
        }
        seconds = .count(min(Int(argument) ?? longest, longest))
    }

    /// Names in lower case with their arguments, quotes undone.
    private static func directives(_ value: String) -> [(name: String, argument: String?)] {
        var parts: [(name: String, argument: String?)] = []
        var rest = Array(value.utf8)[...]
        while !rest.isEmpty {
            let name = rest.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "=") }
            rest = rest[name.endIndex...]
            var argument: [UInt8]?
            if rest.first == UInt8(ascii: "=") {
                rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                argument = rest.first == UInt8(ascii: "\"") ? quoted(&rest) : []
                let plain = rest.prefix { $0 != UInt8(ascii: ",") }
                argument?.append(contentsOf: plain)
                rest = rest[plain.endIndex...]
            }
            rest = rest.dropFirst()
            parts.append((trimmed(name).lowercased(), argument.map { trimmed($0[...]) }))
        }
        return parts
    }

    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                bytes.append(escaped)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let start = bytes.drop(while: isSpace)
        let end = start.lastIndex { !isSpace($0) } ?? start.startIndex - 1
        return String(decoding: start[..<(end + 1)], as: UTF8.self)
    }
}
