public import FoundationEssentials

/// What the index knows of one URL: the stored answer and where its body is.
public struct CachedResponse: Equatable, Sendable {
    /// The address asked for.
    public var url: String
    /// The stored header fields, kept up to date by 304 answers.
    public var fields: HTTPFields
    /// When the (last) request was sent.
    public var requestedAt: Date
    /// When its answer arrived.
    public var receivedAt: Date
    /// SHA-256 of the body, 64 lower-case hexadecimal digits.
    public var digest: String
    /// The ending of the object's file: jpg, png, gif, webp, json.
    public var fileExtension: String
    /// Length of the body, in bytes.
    public var byteCount: Int
    /// Where the origin that the person typed was reached; `nil` where that was not noted.
    public var reach: Reach?

    /// Makes a record of its parts.
    public init(
        url: String, fields: HTTPFields, requestedAt: Date, receivedAt: Date, digest: String,
        fileExtension: String, byteCount: Int, reach: Reach? = nil
    ) {
        self.url = url
        self.fields = fields
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
        self.digest = digest
        self.fileExtension = fileExtension
        self.byteCount = byteCount
        self.reach = reach
    }
}
