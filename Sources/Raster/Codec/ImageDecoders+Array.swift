/// The door for bytes that are an array.
extension ImageDecoders {
    /// Reads what the header says.
    public static func header(
        of bytes: [UInt8], limits: DecodingLimits = DecodingLimits()
    ) throws(DecodingError) -> ImageHeader {
        try unsafe header(of: bytes.span.bytes, limits: limits)
    }

    /// Decodes to an upright sRGB thumbnail.
    public static func thumbnail(of bytes: [UInt8], _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail {
        try unsafe thumbnail(of: bytes.span.bytes, request)
    }
}
