internal import FoundationEssentials

extension FetchError: CustomStringConvertible {
    /// What happened, to which address, and why, on one line.
    public var description: String {
        switch self {
        case .badAddress(let url, let reason): "\(url): not an address that can be fetched: \(reason)"
        case .refused(let url, let address, let reason): "\(url): refused: \(address): \(reason)"
        case .unreachable(let url, let reason): "\(url): no connection: \(reason)"
        case .insecure(let url, let reason): "\(url): the server cannot prove who it is: \(reason)"
        case .noLibrary(let url, let reason): "\(url): \(reason)"
        case .timedOut(let url, let limit): "\(url): out of time (\(limit))"
        case .truncated(let url, let received, let promised?):
            "\(url): the transfer broke off after \(received) of \(promised) bytes"
        case .truncated(let url, let received, nil): "\(url): the transfer broke off after \(received) bytes"
        case .tooLarge(let url, let limit): "\(url): more than \(limit) bytes"
        case .headerTooLarge(let url, let limit): "\(url): a header of more than \(limit) bytes"
        case .tooManyRedirects(let url, let limit): "\(url): more than \(limit) redirects"
        case .status(let url, let code, let retryAt?):
            "\(url): the server answered \(code) and asks to wait until \(retryAt.formatted(.iso8601))"
        case .status(let url, let code, nil): "\(url): the server answered \(code)"
        case .waiting(let url, let until):
            "\(url): not asked: its host is left alone until \(until.formatted(.iso8601)), as it asked to be or as it fails"
        case .unusable(let url, let reason, let until?):
            "\(url): not asked again until \(until.formatted(.iso8601)): \(reason)"
        case .unusable(let url, let reason, nil): "\(url): not asked: \(reason)"
        case .offline(let url): "\(url): not in the cache, and --offline forbids to ask"
        }
    }
}
