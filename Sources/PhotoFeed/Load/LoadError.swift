public import Raster
public import Storage

/// Why no photo came: the stage that failed, and its own error.
public enum LoadError: Error, Equatable, Sendable {
    /// The feed's answer, or the question to it.
    case feed(FeedError, url: String)
    /// The network, the server, or the address policy.
    case fetch(FetchError)
    /// The bytes are no picture that is shown.
    case picture(DecodingError, url: String)
    /// The host answered with its picture for "no longer available".
    case unavailable(url: String)
    /// A file could not be read or written.
    case storage(StorageError)
    /// The feed lists no usable photo.
    case noPhotos(url: String)

    /// Whether a picture that was good before is as good as it was: not if the question itself is wrong or was answered.
    package var leavesLastPictureGood: Bool {
        switch self {
        case .feed(.badQuery, _), .noPhotos: false
        default: true
        }
    }

    /// Whether the next photo of the feed may do better.
    var concernsOnePhoto: Bool {
        switch self {
        case .fetch(let error): !error.concernsWholeHost
        case .picture, .unavailable: true
        case .storage(let error): error.isMissing || error.isInTheWay
        case .feed, .noPhotos: false
        }
    }

    /// Whether another size of the same photo may do better.
    var concernsOneSize: Bool {
        switch self {
        case .unavailable, .picture, .fetch(.status(_, 403, _)), .fetch(.status(_, 404, _)),
            .fetch(.status(_, 410, _)), .fetch(.tooLarge), .fetch(.truncated):
            true
        case .storage(let error): error.isMissing
        default: false
        }
    }
}

extension LoadError: CustomStringConvertible {
    /// What happened, to what, and why, on one line.
    public var description: String {
        switch self {
        case .feed(.badQuery(let option, let value, let expected), _):
            "\(FeedError.badQuery(option: option, value: value, expected: expected))"
        case .feed(let error, let url): "\(url): \(error)"
        case .fetch(let error): "\(error)"
        case .picture(let error, let url): "\(url): \(error)"
        case .unavailable(let url): "\(url): the host says that this photo is no longer available"
        case .storage(let error): "\(error)"
        case .noPhotos(let url): "\(url): the feed has no photos"
        }
    }
}

extension FetchError {
    /// Whether another address of the same host would fare no better, and should not be tried.
    ///
    /// A host that said wait is not asked anyway, so that others of its photos may still come from the cache.
    fileprivate var concernsWholeHost: Bool {
        switch self {
        case .unreachable, .timedOut, .insecure, .noLibrary: true
        case .status(_, let code, _): code >= 500
        default: false
        }
    }
}
