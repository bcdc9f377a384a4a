internal import PhotoWidget
internal import WebServer

/// An error as the outside sees it: a status, a code for programs, a line for people.
struct Failure {
    /// The stage of the pipeline that failed, by the contract's names.
    enum Stage: String {
        case feed, fetch, cache, decode, timeline, widget, render, publish
    }

    /// How the program ends.
    let status: ExitStatus
    /// A word for programs, stable across versions.
    let code: String
    /// The stage, where one failed.
    var stage: Stage?
    /// What happened, to what, and why, on one line, without passwords and keys.
    let message: String
    /// The address or path concerned, without passwords and keys.
    let url: String?

    init(status: ExitStatus, code: String, stage: Stage? = nil, message: String, url: String? = nil) {
        self.status = status
        self.code = code
        self.stage = stage
        self.message = SecretText.hidden(in: message)
        self.url = url.map(SecretText.hidden(in:))
    }

    /// The object that `--json` prints.
    var json: JSONText {
        .object([
            (
                "error",
                .object([
                    ("code", .string(code)), ("message", .string(message)), ("stage", JSONText(stage?.rawValue)),
                    ("url", JSONText(url)),
                ])
            )
        ])
    }
}

extension Failure {
    /// Finds the status, the code and the words of an error.
    init(_ error: any Error) {
        switch error {
        case let error as UsageError:
            self.init(
                status: .usage, code: "usage", message: "\(error); see photowidget help")
        case let error as WidgetError: self.init(error)
        case let error as ConfigurationError:
            if case .missing = error {
                self.init(status: .noInput, code: "no_input", message: "\(error)", url: error.path)
            } else {
                self.init(status: .badConfiguration, code: "bad_configuration", message: "\(error)", url: error.path)
            }
        case let error as LoadError: self.init(error)
        case let error as PublishError: self.init(error)
        case let error as StorageError: self.init(error, stage: nil)
        case let error as InputError: self.init(error)
        case let error as CertificateFileError:
            let isMissing = error.cause?.isMissing ?? false
            self.init(
                status: isMissing ? .noInput : .badConfiguration, code: isMissing ? "no_input" : "bad_certificates",
                message: "\(error)", url: error.path)
        case let error as OutputFileError:
            self.init(error)
        case let error as PrefetchError: self.init(error)
        case let error as DefaultsError: self.init(error)
        case let error as MissingKeyError: self.init(error)
        case let error as LinkError: self.init(error)
        case let error as HTTPServerError: self.init(error)
        case let error as TokenFileError:
            self.init(status: .badConfiguration, code: "token_file", message: "\(error)", url: error.path)
        case OutputError.system(let number):
            self.init(StorageError.system(operation: "write", path: "the output", errno: number), stage: nil)
        default: self.init(status: .bug, code: "bug", message: "this should not happen: \(error)")
        }
    }

    private init(_ error: OutputFileError) {
        // Whatever else stands in the way of an output, it cannot be created.
        var (status, code) = (ExitStatus.cannotCreate, "cannot_create")
        switch error.reason {
        case .system(let cause) where cause.isFull || cause.isPermission:
            let failure = Failure(cause, stage: nil)
            (status, code) = (failure.status, failure.code)
        case .system: break
        case .isInput: code = "output_is_input"
        case .isForeign: code = "output_exists"
        }
        self.init(status: status, code: code, message: "\(error)", url: error.path)
    }

    private init(_ error: WidgetError) {
        switch error {
        case .load(let error): self.init(error)
        case .publish(let error): self.init(error)
        case .render(let cause, _, _):
            let isSize = if case .badSize = cause { true } else { false }
            self.init(
                status: isSize ? .usage : .unavailable, code: isSize ? "bad_size" : "not_drawn", stage: .render,
                message: "\(error)")
        case .alreadyRunning:
            self.init(status: .tryLater, code: "already_running", stage: .widget, message: "\(error)")
        case .timeline:
            self.init(status: .unavailable, code: "no_timeline", stage: .timeline, message: "\(error)")
        case .unsupportedFamily:
            self.init(status: .usage, code: "unsupported_family", stage: .widget, message: "\(error)")
        case .unknownKind: self.init(status: .usage, code: "unknown_kind", stage: .widget, message: "\(error)")
        case .nothingPublished:
            self.init(
                status: .unavailable, code: "nothing_published", stage: .publish,
                message: "\(error); photowidget refresh publishes")
        }
    }

    private init(_ error: PublishError) {
        switch error {
        case .storage(let error): self.init(error, stage: .publish)
        case .damaged(let path, _):
            self.init(status: .badData, code: "damaged", stage: .publish, message: "\(error)", url: path)
        case .foreignDirectory(let path, _), .foreignFile(let path):
            self.init(
                status: .cannotCreate, code: "foreign_directory", stage: .publish, message: "\(error)", url: path)
        case .badName:
            self.init(status: .badConfiguration, code: "bad_name", stage: .publish, message: "\(error)")
        }
    }

    private init(_ error: LoadError) {
        switch error {
        case .feed(.badQuery, _): self.init(status: .usage, code: "bad_query", stage: .feed, message: "\(error)")
        case .feed(_, let url):
            self.init(status: .badData, code: "bad_feed", stage: .feed, message: "\(error)", url: url)
        case .noPhotos(let url):
            self.init(status: .noPhotos, code: "no_photos", stage: .feed, message: "\(error)", url: url)
        case .fetch(let error): self.init(error)
        case .picture(let cause, let url): self.init(cause, url: url)
        case .unavailable(let url):
            self.init(status: .unavailable, code: "photo_unavailable", stage: .fetch, message: "\(error)", url: url)
        case .storage(let error) where error.isMissing:
            self.init(status: .noInput, code: "no_input", stage: .feed, message: "\(error)", url: error.path)
        case .storage(let error): self.init(error, stage: .cache)
        }
    }

    private init(_ error: FetchError) {
        let (status, code): (ExitStatus, String) =
            switch error {
            case .badAddress: (.badData, "bad_address")
            case .unresolved: (.unavailable, "unresolved")
            case .badProxy: (.badConfiguration, "bad_proxy")
            case .proxyFailed: (.unavailable, "proxy_failed")
            case .tlsFailed: (.unavailable, "tls_failed")
            case .badCertificates: (.badConfiguration, "bad_certificates")
            case .insecure: (.unavailable, "insecure")
            case .noLibrary: (.unavailable, "no_libcurl")
            case .refused: (.refused, "address_refused")
            case .unreachable: (.unavailable, "unreachable")
            case .timedOut: (.unavailable, "timed_out")
            case .notHTTP: (.unavailable, "not_http")
            case .badCoding: (.badData, "bad_coding")
            case .truncated: (.unavailable, "truncated")
            case .tooLarge: (.badData, "too_large")
            case .headerTooLarge: (.badData, "header_too_large")
            case .tooManyRedirects, .redirectLoop: (.unavailable, "too_many_redirects")
            case .status(_, let code, let retryAt):
                (code == 429 || retryAt != nil ? .tryLater : .unavailable, "http_\(code)")
            case .waiting: (.tryLater, "waiting")
            case .unusable: (.unavailable, "not_a_picture")
            case .offline: (.unavailable, "offline")
            }
        self.init(status: status, code: code, stage: .fetch, message: "\(error)", url: error.address)
    }

    /// An error of a decoder, about an address or a file.
    init(_ error: DecodingError, url: String) {
        let code =
            switch error {
            case .empty: "empty"
            case .notAPicture: "not_a_picture"
            case .unsupported: "unsupported"
            case .corrupt: "corrupt"
            case .tooManyPixels: "too_many_pixels"
            case .tooComplex: "too_complex"
            case .tooMuchMemory: "too_much_memory"
            case .stopped: "decoder_stopped"
            case .unprotected: "no_sandbox"
            }
        let isUnprotected = if case .unprotected = error { true } else { false }
        self.init(
            status: isUnprotected ? .unavailable : .badData, code: code, stage: .decode, message: "\(url): \(error)",
            url: url)
    }

    private init(_ error: PrefetchError) {
        switch error {
        case .alreadyRunning(let cache):
            self.init(status: .tryLater, code: "already_running", stage: .cache, message: "\(error)", url: cache)
        case .noCache(let path, let cause):
            self.init(
                status: cause.isFull ? .inputOutput : .cannotCreate, code: cause.code, stage: .cache,
                message: "\(error)", url: path)
        case .some(_, _, let first):
            let failure = Failure(first)
            self.init(
                status: failure.status, code: failure.code, stage: failure.stage, message: "\(error)",
                url: failure.url)
        }
    }

    private init(_ error: InputError) {
        switch error {
        case .missing(let path): self.init(status: .noInput, code: "no_input", message: "\(error)", url: path)
        case .unreadable(_, let cause): self.init(cause, stage: nil)
        case .tooLarge(let path, _):
            self.init(status: .badData, code: "too_large", message: "\(error)", url: path)
        case .notAPicture(let path, let cause): self.init(cause, url: path)
        case .some(let failed, let first):
            let failure = Failure(first)
            self.init(
                status: failure.status, code: failure.code, stage: failure.stage,
                message: "\(failed) pictures failed, the first: \(failure.message)", url: failure.url)
        }
    }

    /// An error of the disk, and the stage that met it.
    init(_ error: StorageError, stage: Stage?) {
        let status: ExitStatus =
            if error.isFull {
                .inputOutput
            } else if error.isPermission {
                .refused
            } else if error.isReadOnly {
                .cannotCreate
            } else {
                switch error {
                case .noHome, .layoutVersion: .badConfiguration
                case .system where error.isInTheWay: .cannotCreate
                default: .inputOutput
                }
            }
        self.init(status: status, code: error.code, stage: stage, message: "\(error)", url: error.path)
    }
}
