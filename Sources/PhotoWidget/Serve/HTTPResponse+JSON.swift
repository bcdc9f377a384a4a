internal import Storage
package import WebServer

extension HTTPResponse {
    /// What every answer says: its type is what it says, nothing is loaded by it, nobody frames it.
    package static let common: [(name: String, value: String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-site"), ("X-Frame-Options", "DENY"),
    ]

    /// What anything but the page may do: nothing.
    package static let policy = "default-src 'none'; frame-ancestors 'none'"

    /// A JSON document that is nobody's to keep.
    package static func json(
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
    package static func error(
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

    /// Why nothing can be shown of what is published.
    static func failure(_ error: PublishError) -> HTTPResponse {
        switch error {
        case .damaged, .foreignDirectory, .foreignFile, .badName:
            .error(500, code: "damaged", message: "\(error)")
        case .storage(let cause):
            .error(cause.isFull ? 507 : cause.isPermission ? 403 : 500, code: cause.code, message: "\(error)")
        }
    }

    /// Nothing is here.
    package static let notFound = HTTPResponse.error(404, code: "not_found", message: "nothing is here")

    /// Other methods work here.
    package static func method(_ allowed: String) -> HTTPResponse {
        .error(405, code: "method", message: "only \(allowed) works here", headers: [("Allow", allowed)])
    }
}
