internal import PhotoWidget
internal import WebServer

extension HTTPResponse {
    /// What every answer says: its type is what it says, nothing is loaded by it, nobody frames it.
    static let common: [(name: String, value: String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-site"), ("X-Frame-Options", "DENY"),
    ]

    /// What anything but the page may do: nothing.
    static let policy = "default-src 'none'; frame-ancestors 'none'"

    /// A JSON document that is nobody's to keep.
    static func json(
        _ document: JSONText, status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: common + [
                ("Content-Security-Policy", policy), ("Content-Type", "application/json"),
                ("Cache-Control", "no-store"),
            ] + headers,
            body: Array((document.compact + "\n").utf8))
    }

    /// An error as the program's `--json` prints it.
    static func error(
        _ status: Int, code: String, message: String, headers: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        .json(
            .object([
                (
                    "error",
                    .object([
                        ("code", .string(code)), ("message", .string(message)), ("stage", .null), ("url", .null),
                    ])
                )
            ]), status: status, headers: headers)
    }

    /// An error of the program, with the status that fits it.
    static func failure(_ error: any Error) -> HTTPResponse {
        let failure = Failure(error)
        let status =
            switch failure.code {
            case "unknown_kind", "nothing_published": 404
            case "disk_full": 507
            case "damaged": 500
            default:
                switch failure.status {
                case .usage, .badData, .noInput: 400
                case .refused where error is DefaultsError: 400
                case .refused: 403
                case .unavailable, .noPhotos: 502
                case .tryLater: 503
                case .done, .bug, .cannotCreate, .inputOutput, .badConfiguration: 500
                }
            }
        return .error(
            status, code: failure.code, message: failure.message, headers: status == 503 ? [("Retry-After", "10")] : [])
    }

    /// Nothing is here.
    static let notFound = HTTPResponse.error(404, code: "not_found", message: "nothing is here")

    /// Other methods work here.
    static func method(_ allowed: String) -> HTTPResponse {
        .error(405, code: "method", message: "only \(allowed) works here", headers: [("Allow", allowed)])
    }
}
