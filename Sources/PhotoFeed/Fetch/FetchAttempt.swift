import CCurl
import FoundationEssentials

/// What every exchange of a fetcher has in common.
struct FetchRules: Sendable {
    /// The product, its version and where to read about it.
    var userAgent: String
    /// Time and size.
    var limits: FetchLimits
    /// Proxies and certificates.
    var network: NetworkSettings
    /// The time of day, for dates in answers.
    var now: @Sendable () -> Date
}

/// One try of a request: its address, then where redirects lead, each of which passes the address policy first.
struct FetchAttempt {
    /// One exchange with one address, ready to be started.
    struct Hop {
        /// The address as libcurl reads it.
        var url: String
        /// The proxy that is asked for it; `nil` for its server itself.
        var proxy: ProxyAddress?
        /// Whole header lines, or none.
        var lines: (String?, String?)
        /// What libcurl holds the exchange to.
        var limits: CCurl_Limits
        /// What receives the answer.
        var reception: CurlReception
        /// When it starts.
        var requestedAt: Date
    }

    /// What is asked for, by a policy that knows where the typed origin was reached.
    private(set) var request: FetchRequest
    private let rules: FetchRules
    private var url: Address
    /// The request with the conditions of the hop at hand.
    private(set) var asked: FetchRequest
    /// The address of the hop at hand as a cache names it.
    private(set) var address: String
    private var redirects = 0
    /// Where the request has been: without cookies an address leads to the same one each time.
    private var visited: Set<String> = []
    private var reach: Reach?
    /// What came of a body that was cut, and can go on.
    private(set) var cut: PartialBody?

    /// An address as libcurl will fetch it, with its origin.
    private struct Address {
        var text: String
        var origin: HTTPOrigin
    }

    /// Starts at the address asked for, which must pass the policy; libcurl must be loaded.
    init(_ request: FetchRequest, by rules: FetchRules) throws(FetchError) {
        self.request = request
        self.rules = rules
        // As it was written first: a disguise is named for what it is, whatever libcurl would make of it.
        let written = try request.policy.admit(request.url)
        let text = try CurlLibrary.resolve(request.url, against: nil)
        let read = text == request.url ? written : try request.policy.admit(text)
        guard read == written else {
            throw .badAddress(url: request.url, reason: "its host can be read in two ways")
        }
        url = Address(text: text, origin: written)
        asked = request
        address = request.url
        request.trail?.note { $0 = FetchTrail.Hops(address: request.url) }
        if let location = request.trail?.start {
            // A body that has become fresh since the caller looked is asked for without conditions: nothing is lost by it.
            _ = try move(to: location, isStored: true)
        }
    }

    /// Whether a redirect was followed.
    var isRedirected: Bool { redirects > 0 }

    /// The origin of the next exchange.
    var origin: HTTPOrigin { url.origin }

    /// The next exchange, which may take so long.
    func hop(within rest: Duration) throws(FetchError) -> Hop {
        let limits = rules.limits
        guard rest > .zero else { throw .timedOut(url: request.url, limit: "whole \(limits.whole.words)") }
        return Hop(
            url: url.text, proxy: try rules.network.proxies.proxy(for: url.origin, of: request.url),
            lines: asked.lines,
            limits: CCurl_Limits(
                connect_milliseconds: min(limits.connect, rest).milliseconds,
                whole_milliseconds: rest.milliseconds,
                stall_bytes_per_second: limits.stallRate,
                stall_seconds: max(1, Int(limits.stall.components.seconds)),
                header_bytes: limits.headerBytes,
                discard_bytes: Self.discardedBytes),
            reception: CurlReception(for: asked, from: url.origin, now: rules.now), requestedAt: rules.now())
    }

    /// Judges an exchange that is over: the answer, or `nil` after a redirect, whose address is the next one.
    ///
    /// `message` is libcurl's, where the exchange failed.
    mutating func take(_ hop: Hop, _ outcome: CCurl_Outcome, message: String) throws(FetchError) -> FetchResponse? {
        let reception = hop.reception
        if let reach = reach(of: hop) {
            // Before the next hop: a name may lead elsewhere by then.
            self.reach = reach
            request.policy.learn(reach)
        }
        if let failure = failure(of: outcome, message: message, hop) {
            if failure.mayGoOn {
                cut = PartialBody(cut: reception, status: outcome.status, after: asked.partial)
            }
            throw failure
        }
        let status = outcome.status
        let receivedAt = reception.receivedAt ?? rules.now()
        let location =
            [301, 302, 303, 307, 308].contains(status)
            ? reception.fields.values("Location").first : status == 304 ? asked.redirect : nil
        if let location {
            let (from, sent) = (address, asked)
            let response = try move(to: location) { target in
                sent.trail?.note {
                    $0.redirects.append(
                        Redirect(
                            url: from, location: target, status: status, fields: reception.fields,
                            requestedAt: hop.requestedAt, receivedAt: receivedAt))
                }
            }
            return response
        }
        let isConditional = asked.partial == nil && asked.lines != (nil, nil)
        if status == 206, let partial = asked.partial {
            let body = try partial.joined(with: reception, maxBytes: request.maxBytes, of: request.url)
            var response = FetchResponse(
                status: 200, fields: reception.fields.whole, body: body, effectiveURL: url.text,
                requestedAt: hop.requestedAt, receivedAt: receivedAt)
            response.isResumed = true
            response.address = address
            response.reach = reach
            return response
        }
        if status == 407, let proxy = hop.proxy {
            throw .proxyFailed(url: request.url, proxy: "\(proxy)", reason: Self.words(ofProxyStatus: 407))
        }
        guard Self.carriesPicture(status) || status == 304 && isConditional else {
            let retryAt = reception.fields.values("Retry-After").first.flatMap {
                RetryAfter.date(from: $0, now: receivedAt)
            }
            throw .status(url: request.url, code: status, retryAt: retryAt)
        }
        var response = FetchResponse(
            status: status == 304 ? 304 : 200, fields: reception.fields, body: status == 304 ? [] : reception.body,
            effectiveURL: url.text, requestedAt: hop.requestedAt, receivedAt: receivedAt)
        response.address = address
        response.reach = reach
        return response
    }

    /// Goes on to where a redirect leads, and over stored redirects that are fresh; the answer, where a fresh body is stored
    /// there.
    ///
    /// `note` hears the address that a received redirect leads to, once it passed the policy.
    private mutating func move(
        to location: String, isStored: Bool = false, note: (String) -> Void = { _ in }
    ) throws(FetchError) -> FetchResponse? {
        var (location, isStored) = (location, isStored)
        while true {
            guard redirects < rules.limits.redirects else {
                throw .tooManyRedirects(url: request.url, limit: rules.limits.redirects)
            }
            redirects += 1
            visited.insert(address)
            url = try next(location)
            // A fragment is of the document; the server is not asked for it.
            address = String(url.text.prefix { $0 != "#" })
            guard !visited.contains(address) else { throw .redirectLoop(url: request.url, again: address) }
            if !isStored { note(address) }
            let (address, usedStored) = (address, isStored)
            request.trail?.note {
                $0.address = address
                if usedStored { $0.usedStored = true }
            }
            asked = request.with(FetchConditions())
            switch request.trail?.known(address) {
            case nil: break
            case .ask(let conditions)?: asked = request.with(conditions)
            case .refused(let error)?: throw error
            case .redirect(let further)?:
                (location, isStored) = (further, true)
                continue
            case .fresh?:
                let now = rules.now()
                var response = FetchResponse(
                    status: 304, fields: HTTPFields(), body: [], effectiveURL: url.text, requestedAt: now,
                    receivedAt: now)
                response.address = address
                response.isStored = true
                return response
            }
            if let leftover = request.leftover, leftover.url == address { asked.partial = leftover.partial }
            return nil
        }
    }

    /// Whether the body of an answer is the picture or feed itself: 200, and 203 from a proxy that changed it.
    ///
    /// - Source: RFC 9110 §15.3: 201 and 202 speak of the request, 204 and 205 have no body, 206 is a part.
    static func carriesPicture(_ status: Int) -> Bool { status == 200 || status == 203 }

    /// Where an exchange reached the origin that the person typed; `nil` for another origin.
    private func reach(of hop: Hop) -> Reach? {
        // A proxy looks names up itself: where they lead is not seen here.
        if hop.proxy != nil, origin.address == nil { return request.policy.isTyped(origin) ? .proxy : nil }
        guard let peer = origin.address ?? hop.reception.peer else { return nil }
        return request.policy.reach(of: peer, for: origin)
    }

    /// Where a redirect leads, once it passed the policy.
    private func next(_ location: String) throws(FetchError) -> Address {
        do throws(FetchError) {
            let text = try CurlLibrary.resolve(location, against: url.text)
            let origin = try request.policy.admit(text, redirectedFrom: url.origin)
            return Address(text: text, origin: origin)
        } catch {
            switch error {
            case .badAddress(let url, let reason):
                throw .badAddress(url: request.url, reason: "redirect to \(url): \(reason)")
            case .refused(let url, let address, let reason):
                throw .refused(url: request.url, address: address, reason: "redirect to \(url): \(reason)")
            default: throw error
            }
        }
    }

    /// How much of an error page is read, in bytes, so that its connection can be used again.
    private static let discardedBytes = 64 * 1024

    private func failure(of outcome: CCurl_Outcome, message: String, _ hop: Hop) -> FetchError? {
        let url = request.url
        let limits = rules.limits
        let reception = hop.reception
        // A redirect may have led to a host that the address asked for does not name.
        let place = redirects == 0 ? "" : " at \(origin)"
        let way = place + (hop.proxy.map { " by the proxy \($0)" } ?? "")
        switch outcome.result {
        case CCurl_complete: return nil
        case CCurl_unwelcome: return reception.fault ?? .notHTTP(url: url, reason: message)
        case CCurl_refused:
            return .refused(
                url: url, address: reception.refusal?.address.description ?? "unknown",
                reason: (reception.refusal?.reason ?? "not an internet address") + place)
        case CCurl_bad_url:
            // libcurl turns such a name into ASCII by the locale, and a program in the C locale has none.
            return .badAddress(url: url, reason: "\(message); write an international host name as xn--…")
        case CCurl_unresolved: return .unresolved(url: url, host: origin.host, reason: message)
        case CCurl_proxy_failed:
            let reason = outcome.proxy_status >= 300 ? Self.words(ofProxyStatus: outcome.proxy_status) : message
            return .proxyFailed(url: url, proxy: hop.proxy.map { "\($0)" } ?? "", reason: reason)
        case CCurl_tls_failed: return .tlsFailed(url: url, reason: message + place)
        case CCurl_insecure: return .insecure(url: url, reason: message + place)
        case CCurl_bad_certificates:
            let named = rules.network.certificates.named.joined(separator: ", ")
            return .badCertificates(url: url, named: named.isEmpty ? "libcurl's own" : named, reason: message)
        case CCurl_resolve_timeout:
            return .timedOut(url: url, limit: "\(timeToConnect(hop)), looking up \(origin.host)")
        case CCurl_connect_timeout: return .timedOut(url: url, limit: timeToConnect(hop) + way)
        case CCurl_stalled:
            return .timedOut(
                url: url, limit: "stalled below \(limits.stallRate) B/s for \(limits.stall.words)\(way)")
        case CCurl_whole_timeout: return .timedOut(url: url, limit: "whole \(limits.whole.words)\(way)")
        case CCurl_header_too_large: return .headerTooLarge(url: url, limit: limits.headerBytes)
        case CCurl_body_too_large: return .tooLarge(url: url, limit: request.maxBytes)
        case CCurl_bad_coding:
            return .badCoding(url: url, coding: reception.fields["Content-Encoding"] ?? "Transfer-Encoding")
        case CCurl_not_http: return .notHTTP(url: url, reason: message.isEmpty ? "it ends in its header" : message)
        case CCurl_cut:
            return .truncated(
                url: url, received: outcome.received, promised: outcome.promised < 0 ? nil : Int(outcome.promised))
        default: return .unreachable(url: url, reason: message + place)
        }
    }

    /// The limit that ran out while connecting: the whole one's rest may be the shorter.
    private func timeToConnect(_ hop: Hop) -> String {
        hop.limits.connect_milliseconds < hop.limits.whole_milliseconds
            ? "connect \(rules.limits.connect.words)" : "whole \(rules.limits.whole.words)"
    }

    private static func words(ofProxyStatus status: Int) -> String {
        status == 407 ? "it asks for a user name and a password (407)" : "it answered CONNECT with \(status)"
    }
}

extension Duration {
    /// Whole milliseconds, at least one: libcurl takes zero for "no limit".
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(min(seconds, 86_400 * 365)) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }

    /// "5 s", "250 ms".
    fileprivate var words: String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
