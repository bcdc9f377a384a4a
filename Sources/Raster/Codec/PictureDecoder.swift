/// Makes thumbnails of pictures: in this process, or in one that can do no harm.
public protocol PictureDecoder: Sendable {
    /// Decodes to an upright sRGB thumbnail.
    ///
    /// A strict request decodes the whole picture and fails on any warning, so a thumbnail made of it proves the
    /// bytes clean.
    func thumbnail(of bytes: RawSpan, _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail

    /// Says that pictures for such a request will soon be there, so that what decodes them can be made ready meanwhile.
    func prepare(for request: ThumbnailRequest)

    /// Says that no picture is expected for a while; what stood ready is given up.
    func rest()
}

extension PictureDecoder {
    /// Decodes bytes that are an array; see ``thumbnail(of:_:)``.
    public func thumbnail(of bytes: [UInt8], _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail {
        try unsafe thumbnail(of: bytes.span.bytes, request)
    }
}

/// Decodes in the process that asks: quick, and as safe as the codecs' libraries are.
public struct InProcessDecoder: PictureDecoder {
    /// Makes a decoder.
    public init() {}

    /// Decodes to an upright sRGB thumbnail.
    public func thumbnail(of bytes: RawSpan, _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail {
        try ImageDecoders.thumbnail(of: bytes, request)
    }

    /// Does nothing: there is nothing to make ready.
    public func prepare(for request: ThumbnailRequest) {}

    /// Does nothing.
    public func rest() {}
}
