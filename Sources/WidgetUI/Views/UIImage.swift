public import FoundationEssentials
public import Raster

/// A picture in memory, under the name that UIKit has for it.
///
/// A class, since listings put it into caches that hold objects; it never changes.
public final class UIImage: Sendable {
    /// The most pixels of a picture that is decoded: 16 Mi, which take 64 MiB.
    ///
    /// A widget's picture shows a few hundred thousand; a provider that wants less memory decodes at display size.
    public static let pixelLimit = 16 << 20

    /// The pixels; `nil` for a picture of no size, which draws nothing.
    public let bitmap: Bitmap?
    /// Pixels a point.
    public let scale: Double

    /// Makes a picture of no size.
    public init() {
        bitmap = nil
        scale = 1
    }

    /// Takes pixels.
    ///
    /// - Parameters:
    ///   - bitmap: The pixels.
    ///   - scale: Pixels a point; 1 where it is not above 0.
    public init(bitmap: Bitmap, scale: Double = 1) {
        self.bitmap = bitmap
        self.scale = scale > 0 && scale.isFinite ? scale : 1
    }

    /// Decodes a picture of any format that the room of pixels knows; `nil` where it is none, damaged, or of more pixels
    /// than the limit.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    /// Decodes a picture with so many pixels a point; `nil` as for ``init(data:)``.
    public convenience init?(data: Data, scale: Double) {
        let limits = DecodingLimits(maxPixels: Self.pixelLimit)
        let bytes = [UInt8](data)
        guard let header = try? ImageDecoders.header(of: bytes, limits: limits) else { return nil }
        let request = ThumbnailRequest(box: header.size, limits: limits, strictness: .lenient)
        // UIKit's initializer has no reason to give; a listing asks only whether there is a picture.
        guard let thumbnail = try? ImageDecoders.thumbnail(of: bytes, request) else { return nil }
        self.init(bitmap: thumbnail.bitmap, scale: scale)
    }

    /// The size in points.
    public var size: Size {
        guard let bitmap else { return .zero }
        return Size(width: Double(bitmap.size.width) / scale, height: Double(bitmap.size.height) / scale)
    }
}
