extension FeedError: CustomStringConvertible {
    /// What is wrong, and what was expected, on one line.
    public var description: String {
        switch self {
        case .badQuery(let option, let value, let expected): "\(option): \"\(value)\" is not \(expected)"
        case .notJSON(let offset, let excerpt, let reason):
            excerpt.isEmpty
                ? "not a feed: \(reason) at byte \(offset)" : "not a feed: \(reason) at byte \(offset): \(excerpt)"
        case .missingKey(let key): "not a feed: the key \"\(key)\" is missing"
        case .service(let code?, let message): "the service answered with error \(code): \(message)"
        case .service(nil, let message): "the service answered with an error: \(message)"
        case .overLimit(let what, let limit): "too large a feed: \(what) over the limit of \(limit)"
        case .wrongAuthor(let expected): "no photo of \(expected) in the answer"
        }
    }
}
