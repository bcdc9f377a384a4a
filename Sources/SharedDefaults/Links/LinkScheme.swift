/// A scheme of deep links: where it may lead, and who handles it.
public struct LinkScheme: Equatable, Sendable {
    /// The scheme, in lower case.
    public let name: String
    /// The hosts that it leads to, in lower case; empty for all.
    public let hosts: [String]
    /// The command that takes a link: its words, to which the address is added as one more; empty for none.
    public let handler: [String]

    /// Checks a scheme and its hosts.
    ///
    /// - Throws: ``LinkError/badScheme(_:)``, ``LinkError/reservedScheme(_:)``, ``LinkError/badHost(_:)``.
    public init(_ name: String, hosts: [String] = [], handler: [String] = []) throws(LinkError) {
        guard Self.isValid(name) else { throw .badScheme(name) }
        self.name = name.lowercased()
        guard !Self.reserved.contains(self.name) else { throw .reservedScheme(self.name) }
        for host in hosts where !Self.isHost(host) { throw .badHost(host) }
        self.hosts = hosts.map { $0.lowercased() }
        self.handler = handler
    }

    /// Trusts what the store holds: it was checked when it came in.
    init(stored name: String, hosts: [String], handler: [String]) {
        self.name = name
        self.hosts = hosts
        self.handler = handler
    }

    /// Whether a text is a scheme: a letter, then letters, digits, `+`, `-` and `.`, at most 64.
    ///
    /// - Source: RFC 3986 §3.1.
    static func isValid(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first), name.utf8.count <= 64 else { return false }
        return name.utf8.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    private static func isHost(_ host: String) -> Bool {
        (1...255).contains(host.utf8.count)
            && host.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-._~".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    /// Schemes whose handler an app does not become by the way.
    private static let reserved: Set<String> = [
        "about", "blob", "data", "file", "ftp", "http", "https", "javascript", "mailto", "tel", "ws", "wss",
    ]
}
