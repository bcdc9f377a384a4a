internal import FoundationEssentials

extension FetchError: CustomStringConvertible {
    /// What happened, to which address, why, and the setting that would help, on one line; without passwords and tokens.
    public var description: String {
        "\(SecretText.hidden(in: address)): \(SecretText.hidden(in: event))" + (remedy.map { "; \($0)" } ?? "")
    }

    /// The address asked for, as it was asked for.
    public var address: String {
        switch self {
        case .badAddress(let url, _), .refused(let url, _, _), .unresolved(let url, _, _), .badProxy(let url, _),
            .proxyFailed(let url, _, _), .unreachable(let url, _), .tlsFailed(let url, _),
            .badCertificates(let url, _, _), .insecure(let url, _), .noLibrary(let url, _), .timedOut(let url, _),
            .notHTTP(let url, _), .badCoding(let url, _), .truncated(let url, _, _), .tooLarge(let url, _),
            .headerTooLarge(let url, _), .tooManyRedirects(let url, _), .redirectLoop(let url, _),
            .status(let url, _, _), .waiting(let url, _),
            .unusable(let url, _, _), .offline(let url):
            url
        }
    }

    private var event: String {
        switch self {
        case .badAddress(_, let reason): "not an address that can be fetched: \(reason)"
        case .refused(_, let address, let reason): "refused: \(address): \(reason)"
        case .unresolved(_, let host, let reason): "\(host) was not found: \(reason)"
        case .badProxy(_, let setting): "\(setting) is not \(ProxyAddress.expected)"
        case .proxyFailed(_, let proxy, let reason): "no way through the proxy \(proxy): \(reason)"
        case .unreachable(_, let reason): "no connection: \(reason)"
        case .tlsFailed(_, let reason): "no secure connection (TLS): \(reason)"
        case .badCertificates(_, let named, let reason): "the certificates to trust cannot be read: \(named): \(reason)"
        case .insecure(_, let reason): "the server cannot prove who it is: \(reason)"
        case .noLibrary(_, let reason): reason
        case .timedOut(_, let limit): "out of time (\(limit))"
        case .notHTTP(_, let reason): "the answer is not HTTP: \(reason)"
        case .badCoding(_, let coding): "its content coding \(coding) cannot be undone"
        case .truncated(_, let received, let promised?): "the transfer broke off after \(received) of \(promised) bytes"
        case .truncated(_, let received, nil): "the transfer broke off after \(received) bytes"
        case .tooLarge(_, let limit): "more than \(limit) bytes"
        case .headerTooLarge(_, let limit): "a header of more than \(limit) bytes"
        case .tooManyRedirects(_, let limit): "more than \(limit) redirects"
        case .redirectLoop(_, let again): "its redirects go in a circle: they lead to \(again) again"
        case .status(_, let code, let retryAt?):
            "the server answered \(code) and asks to wait until \(retryAt.formatted(.iso8601))"
        case .status(_, let code, nil): "the server answered \(code)"
        case .waiting(_, let until):
            "not asked: its host is left alone until \(until.formatted(.iso8601)), as it asked to be or as it fails"
        case .unusable(_, let reason, let until?): "not asked again until \(until.formatted(.iso8601)): \(reason)"
        case .unusable(_, let reason, nil): "not asked: \(reason)"
        case .offline: "not in the cache, and --offline forbids to ask"
        }
    }

    /// The setting that would help, where one would.
    private var remedy: String? {
        switch self {
        case .refused(_, let address, _): Self.remedy(forAddress: address)
        case .unresolved: "where only a proxy leads out, name it by --proxy or https_proxy"
        case .badProxy: "correct it, or go without by --no-proxy"
        case .proxyFailed:
            "--proxy or https_proxy names another, with NAME:PASSWORD@ where it asks; --no-proxy goes without"
        case .tlsFailed: "does the server speak https at this port?"
        case .badCertificates: "--ca-file names another file in PEM"
        case .insecure: "an authority of your own is trusted by --ca-file FILE or SSL_CERT_FILE"
        case .timedOut(_, let limit) where limit.hasPrefix("whole"): "--timeout gives it longer"
        case .notHTTP: "is it the right port, and http or https?"
        case .tooLarge: "--max-bytes allows more"
        default: nil
        }
    }

    private static func remedy(forAddress text: String) -> String? {
        guard let address = NetworkAddress(host: text) ?? NetworkAddress(host: "[\(text)]") else {
            return text == "localhost" ? "--allow-private-addresses lets it in" : nil
        }
        guard AddressRange.name(of: address) != nil else { return nil }
        if AddressBlock("198.18.0.0/15")?.contains(address) == true {
            return "a proxy such as Clash or sing-box answers such addresses for every name (fake-IP DNS): "
                + "--allow-addresses 198.18.0.0/15 lets them in"
        }
        return "--allow-addresses \(address) lets it in"
    }
}
