import Testing

@testable import Raster

@Suite struct DecodingLimitsTests {
    @Test func `no limit is so high that a header can ask for all memory`() {
        var limits = DecodingLimits(maxPixels: .max)
        #expect(limits.maxPixels == DecodingLimits.largestMaxPixels)
        limits.maxPixels = .max
        #expect(limits.maxPixels == DecodingLimits.largestMaxPixels)

        let file = PNGFile(width: Int(Int32.max), height: Int(Int32.max), rows: []).bytes
        let size = PixelSize(width: Int(Int32.max), height: Int(Int32.max))
        #expect(throws: DecodingError.tooManyPixels(size, limit: DecodingLimits.largestMaxPixels)) {
            try unsafe ImageDecoders.thumbnail(of: file.span.bytes, ThumbnailRequest(limits: limits))
        }
    }
}
