internal import Storage
package import WebServer

/// What an address shows: bytes, their type and their tag; conditional requests and ranges are answered from it.
package final class Representation: Sendable {
    private enum Content: ~Copyable {
        case bytes([UInt8])
        case file(OpenFile)
    }

    /// The strong entity tag: a digest of the bytes.
    let tag: String
    private let content: Content
    private let byteCount: Int
    private let headers: [(name: String, value: String)]
    // Made once: the library gives one answer to any number of clients.
    private let whole: HTTPResponse
    private let notModified: HTTPResponse

    /// Shows bytes.
    package init(_ bytes: [UInt8], type: String, policy: String = HTTPResponse.policy) {
        tag = Self.tag(SHA256.hexDigest(of: bytes))
        headers = Self.headers(type: type, tag: tag, policy: policy)
        content = .bytes(bytes)
        byteCount = bytes.count
        whole = HTTPResponse(status: 200, headers: headers, body: bytes)
        notModified = HTTPResponse(status: 304, headers: headers)
    }

    /// Shows an open file, which must not change.
    init(_ file: consuming OpenFile, type: String) throws(StorageError) {
        tag = Self.tag(try file.digest())
        headers = Self.headers(type: type, tag: tag, policy: HTTPResponse.policy)
        byteCount = file.byteCount
        whole = HTTPResponse(
            status: 200, headers: headers, descriptor: try file.duplicate(), offset: 0, byteCount: byteCount)
        notModified = HTTPResponse(status: 304, headers: headers)
        content = .file(file)
    }

    private static func tag(_ digest: String) -> String { "\"\(digest.prefix(32))\"" }

    private static func headers(type: String, tag: String, policy: String) -> [(name: String, value: String)] {
        // Kept by whoever likes, and asked about each time: a 304 costs next to nothing.
        HTTPResponse.common + [
            ("Content-Security-Policy", policy), ("Content-Type", type), ("ETag", tag), ("Cache-Control", "no-cache"),
            ("Accept-Ranges", "bytes"),
        ]
    }

    /// Answers GET or HEAD.
    ///
    /// - Source: RFC 9110 §13.2.2 for the order of conditions.
    package func answer(_ request: borrowing HTTPRequest) -> HTTPResponse {
        if let named = request.header("If-None-Match"), EntityTag.isNamed(tag, in: named) { return notModified }
        guard request.method == "GET", let range = request.header("Range") else { return whole }
        // A part of what the client has no more would be glued to the wrong rest.
        if let expected = request.header("If-Range"), expected != tag { return whole }
        switch ByteRange(range, byteCount: byteCount) {
        case .whole: return whole
        case .unsatisfiable:
            return .error(
                416, code: "range", message: "the range begins behind the end",
                headers: [("Content-Range", "bytes */\(byteCount)")])
        case .part(let range): return part(range)
        }
    }

    private func part(_ range: Range<Int>) -> HTTPResponse {
        let headers =
            headers + [("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)")]
        switch content {
        case .bytes(let bytes): return HTTPResponse(status: 206, headers: headers, body: Array(bytes[range]))
        case .file(let file):
            do throws(StorageError) {
                return HTTPResponse(
                    status: 206, headers: headers, descriptor: try file.duplicate(), offset: range.lowerBound,
                    byteCount: range.count)
            } catch {
                return .failure(.storage(error))
            }
        }
    }
}
