/// What a file says of itself before any of it is decoded, read by this room's own code: no library sees a byte.
package struct PictureOutline: Equatable, Sendable {
    /// What the bytes are.
    package var format: ImageFormat
    /// The size when upright, in pixels; `nil` where no header names one.
    package var size: PixelSize?
    /// What decoding loads.
    package var libraries: CodecLibraries

    /// Reads the outline.
    ///
    /// - Throws: `DecodingError` where the bytes are no picture, one that the limits exclude, or one so damaged that a look
    ///   shows it.
    package init(of bytes: RawSpan, limits: DecodingLimits) throws(DecodingError) {
        format = try ImageDecoders.format(of: bytes, limits)
        switch format {
        case .jpeg:
            let markers = JPEGMarkers(bytes)
            size = Self.frame(ofJPEG: bytes).map(markers.orientation.applied(to:))
            libraries = markers.profile == nil ? .jpeg : [.jpeg, .color]
        case .png:
            let structure = try PNGStructure(of: bytes, limits: limits, verifiesPicture: false)
            let orientation = structure.exif.map { Orientation(exif: bytes.extracting($0)) } ?? .up
            size = orientation.applied(to: structure.header.size)
            let isColored = structure.profile != nil || structure.codedColor != nil
            libraries = isColored ? [.png, .color] : .png
        case .gif:
            size = try GIFDecoder.header(of: bytes, limits: limits).size
            libraries = .gif
        case .webp:
            let structure = WebPStructure(of: bytes)
            let picture = structure.picture.flatMap { Self.frame(ofWebP: bytes.extracting($0)) }
            size = (structure.canvas ?? picture).map(WebPDecoder.orientation(structure, bytes).applied(to:))
            libraries = structure.profile == nil ? .webp : [.webp, .color]
        }
        // What is over a limit is refused by the decoder, after what else it finds wrong.
        if let size, size.width < 1 || size.height < 1 { self.size = nil }
    }

    /// The size that the frame header of a JPEG names.
    ///
    /// - Source: ITU-T T.81, B.2.2 (frame header).
    private static func frame(ofJPEG bytes: RawSpan) -> PixelSize? {
        var offset = 2
        while let segment = JPEGMarkers.segment(in: bytes, from: offset) {
            switch segment.marker {
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF:
                guard let height = bytes.integer16(at: segment.body.lowerBound + 1),
                    let width = bytes.integer16(at: segment.body.lowerBound + 3)
                else { return nil }
                return PixelSize(width: Int(width), height: Int(height))
            case 0xD9, 0xDA: return nil
            default: break
            }
            offset = segment.body.upperBound
        }
        return nil
    }

    /// The size that the only picture of a plain WebP file names, its chunk given with the chunk's own header.
    ///
    /// - Source: RFC 6386, 9.1 (frame header); WebP Lossless Bitstream Specification, 3 (RIFF header).
    private static func frame(ofWebP picture: RawSpan) -> PixelSize? {
        guard picture.byteCount > 8 else { return nil }
        let data = picture.extracting(8...)
        if data.byte(at: 0) == 0x2F, let low = data.integer16(at: 1, isBigEndian: false),
            let high = data.integer16(at: 3, isBigEndian: false)
        {
            let bits = Int(high) << 16 | Int(low)
            return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        }
        guard data.byte(at: 3) == 0x9D, data.byte(at: 4) == 0x01, data.byte(at: 5) == 0x2A,
            let width = data.integer16(at: 6, isBigEndian: false),
            let height = data.integer16(at: 8, isBigEndian: false)
        else { return nil }
        return PixelSize(width: Int(width & 0x3FFF), height: Int(height & 0x3FFF))
    }
}

extension ThumbnailRequest {
    /// The size of the thumbnail of an upright picture of a size, whose sides are at least 1.
    package func size(of original: PixelSize) -> PixelSize {
        ThumbnailGeometry(original: original, request: self).target
    }
}
