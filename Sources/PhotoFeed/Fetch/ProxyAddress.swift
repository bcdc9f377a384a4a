/// Where a proxy listens, and what it is asked with.
public struct ProxyAddress: Hashable, Sendable {
    /// The address as libcurl takes it, with a user name and password where they were given: never to be shown.
    let text: String
    /// `scheme://host:port`, to be shown.
    private let shown: String

    /// How a proxy is written, for messages.
    public static let expected = "a proxy, as http://proxy.example:3128 or socks5h://127.0.0.1:1080"

    /// Reads what curl reads: without a scheme it is http, without a port 1080, or 443 for https.
    public init?(_ written: String) {
        let parts = written.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = parts.count == 2 ? parts[0].lowercased() : "http"
        guard Self.schemes.contains(scheme), let rest = parts.last,
            rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        let authority = rest.prefix { !"/?#".contains($0) }
        let at = authority.lastIndex(of: "@")
        let hostAndPort = at.map { authority[authority.index(after: $0)...] } ?? authority
        guard let (host, port) = Self.split(hostAndPort) else { return nil }
        text = "\(scheme)://\(authority)"
        shown = "\(scheme)://\(host):\(port ?? (scheme == "https" ? 443 : 1080))"
    }

    private static let schemes: Set = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    private static func split(_ text: Substring) -> (host: Substring, port: UInt16?)? {
        var host = text
        var rest: Substring = ""
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[...end]
            rest = text[text.index(after: end)...]
            guard NetworkAddress(host: String(host)) != nil else { return nil }
        } else if let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            rest = text[colon...]
        }
        guard !host.isEmpty else { return nil }
        guard let mark = rest.first else { return (host, nil) }
        guard mark == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
        return (host, port)
    }
}

extension ProxyAddress: CustomStringConvertible {
    /// `scheme://host:port`, without a user name and password.
    public var description: String { shown }
}
