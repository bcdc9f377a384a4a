internal import FoundationEssentials
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
        // Without a process to decode in, no photo is decoded.
        case .picture(.unprotected, _): false
        case .picture, .unavailable: true
        case .storage(let error): error.isMissing || error.isInTheWay
        case .feed, .noPhotos: false
        }
    }

    /// Whether asking again would bring the same: the host has no such photo, or it is none that is shown.
    var isFinal: Bool {
        switch self {
        case .fetch(.refused), .fetch(.badAddress): true
        case .fetch(.truncated), .fetch(.unusable(_, _, nil)): false
        case .picture(.stopped(let stop), _): stop.blamesPicture
        default: concernsOneSize
        }
    }

    /// Why an address is left alone that answered 200 with something else than a picture, and for how long, in seconds; `nil`
    /// for every other error.
    ///
    /// What a limit or a missing library stands in the way of is asked for again: the person may have changed that.
    var uselessAnswer: (reason: String, life: Double)? {
        switch self {
        case .picture(.empty, _): ("it answered with nothing", 3_600)
        case .picture(.notAPicture(let found), _): ("it answered with no picture (\(found))", 3_600)
        case .picture(.corrupt(let format, _), _): ("it answered with a damaged \(format.rawValue)", 600)
        case .unavailable: ("its host says that this photo is no longer available", 3_600)
        default: nil
        }
    }

    /// The error of a run to which a server gave no picture at all: it is the server's, not of one picture.
    func ofServer(at now: Date) -> LoadError {
        guard case .picture(_, let url) = self, !url.hasPrefix("file:"), let (reason, life) = uselessAnswer else {
            return self
        }
        return .fetch(.unusable(url: url, reason: reason, until: now + life))
    }

    /// Whether the address was of no use, now or when it was asked before.
    var isUseless: Bool { if case .fetch(.unusable) = self { true } else { uselessAnswer != nil } }

    /// Whether another size of the same photo may do better.
    var concernsOneSize: Bool {
        switch self {
        // What took a decoder over or wore it out is not tried again in another size.
        case .picture(.stopped, _), .picture(.unprotected, _): false
        case .unavailable, .picture, .fetch(.status(_, 403, _)), .fetch(.status(_, 404, _)),
            .fetch(.status(_, 410, _)), .fetch(.tooLarge), .fetch(.truncated), .fetch(.unusable):
            true
        case .storage(let error): error.isMissing
        default: false
        }
    }
}

extension LoadError: CustomStringConvertible {
    /// What happened, to what, and why, on one line, without passwords and keys.
    public var description: String { SecretText.hidden(in: text) }

    private var text: String {
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
    var concernsWholeHost: Bool {
        switch self {
        case .unreachable, .unresolved, .badProxy, .proxyFailed, .timedOut, .insecure, .tlsFailed, .badCertificates,
            .notHTTP, .noLibrary:
            true
        case .status(_, let code, _): code >= 500
        default: false
        }
    }
}
