package import Raster
internal import Storage

/// What is published, as a picture for a display of e-paper: whole, in the middle of white paper.
package enum ScreenPicture {
    /// Why there is none.
    package enum Failure: Error, Equatable {
        /// The set has no picture.
        case noPicture
        /// The picture cannot be read.
        case decoding(DecodingError)
        /// It cannot be written.
        case encoding(EncodingError)
        /// The disk refused.
        case storage(StorageError)
    }

    /// Draws a set's picture, the photo's original before what was made of it, as BMP of a palette's colours.
    package static func bitmap(
        ofSet directory: String, size: PixelSize, palette: Palette, decoder: any PictureDecoder = InProcessDecoder()
    ) throws(Failure) -> [UInt8] {
        defer { decoder.rest() }
        let thumbnail = try decoded(in: directory, ThumbnailRequest(box: size), by: decoder)
        let picture = thumbnail.bitmap.enlarged(into: size).onPaper(size)
        do { return try BMPEncoder.encode(picture.dithered(to: palette)) } catch { throw .encoding(error) }
    }

    private static func decoded(
        in directory: String, _ request: ThumbnailRequest, by decoder: any PictureDecoder
    ) throws(Failure) -> Thumbnail {
        var failure = Failure.noPicture
        for name in try candidates(in: directory) {
            do {
                let file = try MappedFile(path: "\(directory)/\(name)")
                return try file.withBytes { bytes throws(DecodingError) in
                    try decoder.thumbnail(of: bytes, request)
                }
            } catch let error as DecodingError {
                failure = .decoding(error)
            } catch let error as StorageError {
                failure = .storage(error)
            } catch {
                failure = .noPicture
            }
        }
        throw failure
    }

    private static func candidates(in directory: String) throws(Failure) -> [String] {
        let names: [String]
        do { names = try Directory.entries(of: directory).map(\.name) } catch { throw .storage(error) }
        let order = ["original.", "widget@2x.png", "widget.png", "thumbnail.png"]
        return order.flatMap { start in names.filter { $0.hasPrefix(start) } }
    }
}

extension Bitmap {
    /// As large as fits into a box, enlarged where it is smaller.
    fileprivate func enlarged(into box: PixelSize) -> Bitmap {
        let factor = min(Double(box.width) / Double(size.width), Double(box.height) / Double(size.height))
        guard factor > 1 else { return self }
        let target = PixelSize(
            width: min(box.width, max(1, Int((Double(size.width) * factor).rounded()))),
            height: min(box.height, max(1, Int((Double(size.height) * factor).rounded()))))
        return resampled(
            x: 0, y: 0, width: Double(size.width), height: Double(size.height), to: target, by: .lanczos3)
    }

    /// In the middle of white paper that is at least as large.
    fileprivate func onPaper(_ paper: PixelSize) -> Bitmap {
        var pixels = [UInt8](repeating: 255, count: paper.area * 4)
        let left = (paper.width - size.width) / 2
        let top = (paper.height - size.height) / 2
        for y in 0..<size.height {
            let start = ((top + y) * paper.width + left) * 4
            pixels.replaceSubrange(
                start..<start + size.width * 4, with: self.pixels[y * size.width * 4..<(y + 1) * size.width * 4])
        }
        return Bitmap(size: paper, pixels: pixels)
    }
}
