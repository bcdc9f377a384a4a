internal import CMicrohttpd

/// A request whose header has come; it lives only as long as it is being answered.
@safe package struct HTTPRequest: ~Copyable {
    /// The method, as it was sent.
    package let method: String
    /// The path, as it was sent: percent-encoded, without the query.
    package let path: String
    private let version: String
    // The library keeps it alive while its callback runs, and this value does not leave that.
    private let connection: OpaquePointer

    init(_ connection: OpaquePointer, method: String, path: String, version: String) {
        self.method = method
        self.path = path
        self.version = version
        unsafe self.connection = connection
    }

    /// A header's value, of several the first; bytes that are not UTF-8 are replaced.
    package func header(_ name: String) -> String? { value(.HEADER_KIND, name) }

    /// How many headers of a name there are.
    package func headerCount(_ name: String) -> Int { Int(unsafe CMicrohttpd_count_headers(connection, name)) }

    /// Whom the request counts for.
    package var client: ClientAddress { ClientAddress(unsafe CMicrohttpd_find_client(connection)) }

    /// What is wrong with a header, of which the library's inspection is handed in; `nil` where nothing is.
    func fault(in inspected: CMicrohttpd_header) -> HeaderFault? {
        HeaderFault(
            inspected, version: version, length: header("Content-Length"), coding: header("Transfer-Encoding"))
    }

    /// A query argument's value, decoded; `nil` also where it is not percent-encoded UTF-8.
    package func argument(_ name: String) -> String? {
        value(.GET_ARGUMENT_KIND, name).flatMap { PercentCoding.decoded($0) }
    }

    /// The parts of the path, decoded; `nil` where one is not percent-encoded UTF-8.
    package var segments: [String]? {
        var segments: [String] = []
        for part in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = PercentCoding.decoded(Substring(part)) else { return nil }
            segments.append(segment)
        }
        return segments
    }

    /// How long the body will be, in bytes; `nil` where nobody knows before its end.
    var bodyLength: Int? {
        if header("Transfer-Encoding") != nil { return nil }
        return header("Content-Length").map { Int($0) ?? .max } ?? 0
    }

    private func value(_ kind: MHD_ValueKind, _ name: String) -> String? {
        guard let text = unsafe MHD_lookup_connection_value(connection, kind, name) else { return nil }
        return unsafe String(cString: text)
    }
}
