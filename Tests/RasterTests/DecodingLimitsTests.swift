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

    @Test func `the memory of a decode is limited to less than the shipped unit has`() {
        #expect(DecodingLimits().memory == 160 << 20)
    }

    @Test func `the error of memory says what is needed, what is allowed, and what raises it`() {
        let error = DecodingError.tooMuchMemory(.webp, needed: (337 << 20) + 1, allowed: 160 << 20)
        let text = "a WEBP picture that takes 337.1 MiB of memory to decode, more than the limit of 160.0 MiB"
        #expect("\(error)" == text + " (--decode-memory raises it)")
    }
}
