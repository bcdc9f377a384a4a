/// Which requests go through which proxy, by curl's rules.
public struct ProxySettings: Hashable, Sendable {
    /// A proxy as somebody wrote it, and where.
    public struct Choice: Hashable, Sendable {
        /// The address as written.
        let written: String
        /// The option or variable, as `--proxy` or `https_proxy`.
        public let setting: String
        /// The address; `nil` where what was written is none.
        public let address: ProxyAddress?

        init(_ written: String, setting: String) {
            self.written = written
            self.setting = setting
            address = ProxyAddress(written)
        }
    }

    /// The proxy for http addresses.
    public private(set) var http: Choice?
    /// The proxy for https addresses.
    public private(set) var https: Choice?
    /// The hosts that are asked without a proxy.
    public private(set) var bypass = ProxyBypass("")

    /// No proxy.
    public init() {}

    /// What the environment says: https_proxy, http_proxy, all_proxy and no_proxy.
    ///
    /// Lower case counts before upper case, and HTTP_PROXY never: a server sets it for its CGI programs from a header of
    /// the request. An empty variable says nothing.
    /// - Source: curl(1), "Environment".
    public init(environment: [String: String]) {
        func choice(_ names: [String]) -> Choice? {
            names.lazy.compactMap { name in
                environment[name].flatMap { $0.isEmpty ? nil : Choice($0, setting: name) }
            }.first
        }
        http = choice(["http_proxy", "all_proxy", "ALL_PROXY"])
        https = choice(["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
        bypass = ProxyBypass(choice(["no_proxy", "NO_PROXY"])?.written ?? "")
    }

    /// The same with one proxy for all, as an option names it.
    public func replaced(by written: String, setting: String) -> ProxySettings {
        var settings = self
        settings.http = Choice(written, setting: setting)
        settings.https = settings.http
        return settings
    }

    /// The proxy for requests of an origin; `nil` where it is asked directly.
    ///
    /// Throws `badProxy` where what was written is no proxy.
    func proxy(for origin: HTTPOrigin, of url: String) throws(FetchError) -> ProxyAddress? {
        guard let choice = origin.scheme == .http ? http : https, !bypass.contains(origin) else { return nil }
        guard let address = choice.address else { throw .badProxy(url: url, setting: choice.setting) }
        return address
    }
}

/// The hosts that are asked without a proxy: a list as in no_proxy.
///
/// A name stands for itself and all below it, with or without a leading dot; a number for an address, or with a prefix length
/// for a block; `*` alone for every host. Commas or blanks stand between.
/// - Source: curl(1), "--noproxy"; libcurl 7.88, Curl_check_noproxy.
public struct ProxyBypass: Hashable, Sendable {
    private let words: [Substring]

    init(_ list: String) {
        words = list.split { $0 == "," || $0 == " " || $0 == "\t" }
    }

    /// Whether no host is excepted.
    public var isEmpty: Bool { words.isEmpty }

    /// Whether an origin is asked without a proxy.
    func contains(_ origin: HTTPOrigin) -> Bool {
        if words == ["*"] { return true }
        guard let address = origin.address else { return words.contains { Self.matches($0, origin.host) } }
        return words.contains { word in
            let plain = word.first == "[" && word.last == "]" ? word.dropFirst().dropLast() : word
            return AddressBlock(String(plain), ignoringBitsBehindPrefix: true)?.contains(address) ?? false
        }
    }

    private static func matches(_ word: Substring, _ host: String) -> Bool {
        var name = word.lowercased()[...]
        if name.last == "." { name.removeLast() }
        if name.first == "." { name.removeFirst() }
        return !name.isEmpty && (host == name || host.hasSuffix(".\(name)"))
    }
}

extension ProxyBypass: CustomStringConvertible {
    /// The list, with commas.
    public var description: String { words.joined(separator: ",") }
}
