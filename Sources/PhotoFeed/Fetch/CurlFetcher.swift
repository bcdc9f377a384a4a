import CCurl
import FoundationEssentials

/// Gets addresses with libcurl: HTTP/1.1 and 2, gzip, connections kept between calls, from any thread.
///
/// Redirects are followed here, hop by hop, so that each hop passes the address policy. No cookie, password, referer or
/// proxy is ever used: behind a proxy the addresses checked would be the proxy's.
public final class CurlFetcher: Fetcher {
    private let userAgent: String
    private let limits: FetchLimits
    private let retry: RetryPolicy
    private let clock: FetchClock
    private let pool = CurlPool()

    /// Makes a fetcher; libcurl is loaded by the first fetch.
    ///
    /// `userAgent` names the product, its version and where to read about it: `photowidget/1.0 (+https://…)`.
    public init(
        userAgent: String, limits: FetchLimits = FetchLimits(), retry: RetryPolicy = RetryPolicy(), clock: FetchClock
    ) {
        self.userAgent = userAgent
        self.limits = limits
        self.retry = retry
        self.clock = clock
    }

    /// Gets an address; see ``Fetcher``.
    public func fetch(_ request: FetchRequest) throws(FetchError) -> FetchResponse {
        do { try CurlLibrary.load() } catch { throw .noLibrary(url: request.url, reason: error.reason) }
        let deadline = clock.uptime() + limits.whole
        var request = request
        var retries = 0
        while true {
            let failure: FetchError
            var cut: PartialBody?
            do { return try follow(request, until: deadline, &cut) } catch { failure = error }
            if let cut {
                // What came is not asked for again: neither by the next try nor, after the last, by a later run.
                request.partial = cut
                request.keepPartial?(cut)
            } else if request.partial != nil, failure.refusesRange {
                request.partial = nil
                continue
            }
            guard retries < retry.retries, retry.mayHelp(after: failure) else { throw failure }
            let delay = retry.delay(beforeRetry: retries, random: clock.random())
            // A wait that ends at the deadline cannot help: what went wrong is said now.
            guard clock.uptime() + delay < deadline else { throw failure }
            clock.sleep(delay)
            retries += 1
        }
    }

    /// One try: the address and its redirects; `cut` becomes what came where the body was cut and can go on.
    private func follow(
        _ request: FetchRequest, until deadline: Duration, _ cut: inout PartialBody?
    ) throws(FetchError) -> FetchResponse {
        var url = try start(of: request)
        var redirects = 0
        while true {
            let (status, reception, requestedAt) = try exchange(url, request, until: deadline, &cut)
            if [301, 302, 303, 307, 308].contains(status), let location = reception.fields.values("Location").first {
                guard redirects < limits.redirects else {
                    throw .tooManyRedirects(url: request.url, limit: limits.redirects)
                }
                redirects += 1
                url = try next(after: url, location: location, of: request)
                continue
            }
            let isConditional = request.partial == nil && request.lines != (nil, nil)
            let receivedAt = reception.receivedAt ?? clock.now()
            if status == 206, let partial = request.partial {
                let body = try partial.joined(with: reception, maxBytes: request.maxBytes, of: request.url)
                var response = FetchResponse(
                    status: 200, fields: reception.fields.whole, body: body, effectiveURL: url.text,
                    requestedAt: requestedAt, receivedAt: receivedAt)
                response.isResumed = true
                return response
            }
            guard status == 200 || status == 304 && isConditional else {
                let retryAt = reception.fields.values("Retry-After").first.flatMap {
                    RetryAfter.date(from: $0, now: receivedAt)
                }
                throw .status(url: request.url, code: status, retryAt: retryAt)
            }
            return FetchResponse(
                status: status, fields: reception.fields, body: status == 200 ? reception.body : [],
                effectiveURL: url.text, requestedAt: requestedAt, receivedAt: receivedAt)
        }
    }

    // MARK: Addresses

    /// An address as libcurl will fetch it, with its origin.
    private struct Address {
        var text: String
        var origin: HTTPOrigin
    }

    /// The address asked for, once it passed the policy.
    private func start(of request: FetchRequest) throws(FetchError) -> Address {
        // As it was written first: a disguise is named for what it is, whatever libcurl would make of it.
        let written = try request.policy.admit(request.url)
        let text = try CurlLibrary.resolve(request.url, against: nil)
        let read = text == request.url ? written : try request.policy.admit(text)
        guard read == written else {
            throw .badAddress(url: request.url, reason: "its host can be read in two ways")
        }
        return Address(text: text, origin: written)
    }

    /// Where a redirect leads, once it passed the policy.
    private func next(
        after url: Address, location: String, of request: FetchRequest
    ) throws(FetchError) -> Address {
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

    // MARK: One exchange

    private func exchange(
        _ url: Address, _ request: FetchRequest, until deadline: Duration, _ cut: inout PartialBody?
    ) throws(FetchError) -> (status: Int, CurlReception, requestedAt: Date) {
        let rest = deadline - clock.uptime()
        guard rest > .zero else { throw .timedOut(url: request.url, limit: "whole \(limits.whole.words)") }
        let reception = CurlReception(for: request, from: url.origin, now: clock.now)
        let requestedAt = clock.now()
        let (outcome, message) = try pool.withHandle(for: url.origin) { handle throws(FetchError) in
            let outcome = handle.get(
                url.text, userAgent: userAgent, lines: request.lines,
                limits: CCurl_Limits(
                    connect_milliseconds: min(limits.connect, rest).milliseconds,
                    whole_milliseconds: rest.milliseconds,
                    stall_bytes_per_second: limits.stallRate,
                    stall_seconds: max(1, Int(limits.stall.components.seconds)),
                    header_bytes: limits.headerBytes, body_bytes: max(0, request.maxBytes),
                    discard_bytes: Self.discardedBytes),
                into: reception)
            return (outcome, outcome.result == CCurl_complete ? "" : handle.message)
        }
        if let failure = failure(of: outcome, message: message, reception, request) {
            if failure.mayGoOn {
                cut = PartialBody(cut: reception, status: outcome.status, after: request.partial)
            }
            throw failure
        }
        return (outcome.status, reception, requestedAt)
    }

    /// How much of an error page is read, in bytes, so that its connection can be used again.
    private static let discardedBytes = 64 * 1024

    private func failure(
        of outcome: CCurl_Outcome, message: String, _ reception: CurlReception, _ request: FetchRequest
    ) -> FetchError? {
        let url = request.url
        switch outcome.result {
        case CCurl_complete: return nil
        case CCurl_refused:
            return .refused(
                url: url, address: reception.refusal?.address.description ?? "unknown",
                reason: reception.refusal?.reason ?? "not an internet address")
        case CCurl_bad_url:
            // libcurl turns such a name into ASCII by the locale, and a program in the C locale has none.
            return .badAddress(url: url, reason: "\(message); write an international host name as xn--…")
        case CCurl_insecure: return .insecure(url: url, reason: message)
        case CCurl_connect_timeout: return .timedOut(url: url, limit: "connect \(limits.connect.words)")
        case CCurl_stalled:
            return .timedOut(
                url: url, limit: "stalled below \(limits.stallRate) B/s for \(limits.stall.words)")
        case CCurl_whole_timeout: return .timedOut(url: url, limit: "whole \(limits.whole.words)")
        case CCurl_header_too_large: return .headerTooLarge(url: url, limit: limits.headerBytes)
        case CCurl_body_too_large: return .tooLarge(url: url, limit: request.maxBytes)
        case CCurl_cut, CCurl_bad_coding:
            return .truncated(
                url: url, received: outcome.received, promised: outcome.promised < 0 ? nil : Int(outcome.promised))
        default: return .unreachable(url: url, reason: message)
        }
    }
}

extension Duration {
    /// Whole milliseconds, at least one: libcurl takes zero for "no limit".
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(min(seconds, 86_400 * 365)) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }

    /// "5 s", "250 ms".
    fileprivate var words: String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
