internal import FoundationEssentials
internal import Glibc
package import WebServer

/// Who may ask for what.
///
/// - The name in `Host` must be this machine's: a page of another name that was pointed at this address (DNS rebinding)
///   gets nothing.
/// - Where the server listens beyond loopback, reading needs the token too.
/// - Writing always needs the token, as `Authorization: Bearer`, which no foreign page can make a browser send.
package struct AccessRules: Sendable {
    /// The token; without one nobody writes.
    let token: AccessToken?
    /// The wrong tokens that came.
    package let guesses: TokenGuesses
    /// Whether only programs of this machine reach the server.
    let isLoopback: Bool
    private let names: Set<String>
    /// The names that a proxy in front is asked by.
    private let proxied: Set<String>

    /// Makes the rules of a server on an address, which a proxy may be in front of under other names.
    package init(
        address: String, token: AccessToken?, proxied: [HostName] = [], guesses: TokenGuesses = TokenGuesses()
    ) {
        self.token = token
        self.guesses = guesses
        isLoopback = Self.isLoopback(address)
        var names: Set = ["localhost"]
        if !isLoopback, let name = Self.hostName() { names.formUnion([name, "\(name).local"]) }
        self.proxied = Set(proxied.map(\.text))
        self.names = names.union(self.proxied)
    }

    /// Why a request is turned away before anybody looks at what it wants; `nil` if it is not.
    func refusal(of request: borrowing HTTPRequest) -> HTTPResponse? {
        guard let host = request.header("Host") else {
            return .error(400, code: "no_host", message: "the Host header is missing")
        }
        // A proxy in front may have gone by the other: RFC 9112 §3.2.
        guard request.headerCount("Host") == 1 else {
            return .error(400, code: "two_hosts", message: "there is more than one Host header")
        }
        guard isOwn(Self.name(in: host)) else {
            return .error(421, code: "foreign_host", message: "this server does not answer for that Host")
        }
        return nil
    }

    /// Why somebody may not read; `nil` if they may.
    func refusalOfReading(_ request: borrowing HTTPRequest) -> HTTPAnswer? {
        guard !isLoopback, let token else { return nil }
        let header = request.header("Authorization") ?? ""
        let unauthorized = {
            HTTPResponse.error(
                401, code: "unauthorized", message: "the token is needed: as Bearer, or as the password of any user",
                headers: [("WWW-Authenticate", "Basic realm=\"photowidget\", charset=\"UTF-8\"")])
        }
        guard let word = Self.bearer(header) ?? Self.basicPassword(header) else { return .now(unauthorized()) }
        return guesses.refusal(of: request.client, { token.matches(word) }, else: unauthorized)
    }

    /// Why somebody may not write; `nil` if they may.
    package func refusalOfWriting(_ request: borrowing HTTPRequest) -> HTTPAnswer? {
        if let origin = request.header("Origin"), !isOwn(origin: origin, host: request.header("Host") ?? "") {
            return .now(.error(403, code: "foreign_origin", message: "another site's page may not write"))
        }
        if let site = request.header("Sec-Fetch-Site"), site != "same-origin", site != "none" {
            return .now(.error(403, code: "foreign_origin", message: "another site's page may not write"))
        }
        guard let token else {
            return .now(
                .error(
                    403, code: "no_token", message: "writing is off: start photowidget serve with --token-file FILE"))
        }
        guard let word = Self.bearer(request.header("Authorization") ?? "") else {
            return .now(
                .error(
                    401, code: "unauthorized", message: "Authorization: Bearer TOKEN is needed",
                    headers: [("WWW-Authenticate", "Bearer realm=\"photowidget\"")]))
        }
        return guesses.refusal(of: request.client, { token.matches(word) }) {
            .error(
                401, code: "wrong_token", message: "that is not the token",
                headers: [("WWW-Authenticate", "Bearer realm=\"photowidget\", error=\"invalid_token\"")])
        }
    }

    // MARK: Addresses and names

    /// Whether a numeric address is loopback's.
    package static func isLoopback(_ address: String) -> Bool {
        isIPv4(address) ? address.hasPrefix("127.") : address == "::1"
    }

    /// Whether a page of this server's own sent a request; a proxy's may have come by HTTPS.
    private func isOwn(origin: String, host: String) -> Bool {
        origin == "http://\(host)" || proxied.contains(Self.name(in: host)) && origin == "https://\(host)"
    }

    private func isOwn(_ name: String) -> Bool {
        if names.contains(name) || Self.isLoopback(name) { return true }
        // A number cannot be pointed elsewhere by anybody's name server.
        return !isLoopback && (Self.isIPv4(name) || Self.isIPv6(name))
    }

    /// The name in a `Host` header, without port, in lower case, without the dot of the root.
    static func name(in host: String) -> String {
        let host = host.lowercased()
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            let rest = host[host.index(after: end)...]
            return isPort(rest) ? String(host[host.index(after: host.startIndex)..<end]) : ""
        }
        let end = host.firstIndex(of: ":") ?? host.endIndex
        guard isPort(host[end...]) else { return "" }
        let name = host[..<end]
        return String(name.hasSuffix(".") ? name.dropLast() : name)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.hasPrefix(":") && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) })
    }

    private static func isIPv4(_ text: String) -> Bool {
        var address = in_addr()
        return unsafe inet_pton(AF_INET, text, &address) == 1
    }

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return unsafe inet_pton(AF_INET6, text, &address) == 1
    }

    private static func hostName() -> String? {
        var bytes = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
        return name.isEmpty ? nil : name
    }

    // MARK: Authorization

    private static func bearer(_ header: String) -> Substring? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1]
    }

    private static func basicPassword(_ header: String) -> Substring? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let data = Data(base64Encoded: String(parts[1])),
            let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":")
        else { return nil }
        return text[text.index(after: colon)...]
    }
}
