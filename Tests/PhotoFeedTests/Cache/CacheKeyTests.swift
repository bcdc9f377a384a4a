import PhotoFeed
import Raster
import Testing

@Suite struct CacheKeyTests {
    let digest = "0123456789abcdef00112233445566778899aabbccddeefffedcba9876543210"
    let box = PixelSize(width: 8, height: 9)

    @Test func `a key gives back what it was made of`() throws {
        let key = try #require(CacheKey(digest: digest, box: box, fit: .exact))
        #expect(key.digest == digest)
        #expect(key.box == box)
        #expect(key.fit == .exact)
    }

    @Test func `only 64 lower-case hexadecimal digits make a key`() {
        for place in 0..<64 {
            for byte in UInt8(0)...127 {
                var bytes = Array(digest.utf8)
                bytes[place] = byte
                let isDigit = "0123456789abcdef".utf8.contains(byte)
                let text = String(decoding: bytes, as: UTF8.self)
                let key = CacheKey(digest: text, box: box, fit: .contain)
                #expect(key?.digest == (isDigit ? text : nil), "byte \(byte) at \(place)")
            }
        }
        for text in [digest + "0", String(digest.dropLast()), "é" + digest.dropLast(2)] {
            #expect(CacheKey(digest: text, box: box, fit: .contain) == nil)
        }
    }

    @Test func `a side that cannot be is refused`() {
        #expect(CacheKey(digest: digest, box: PixelSize(width: -1, height: 1), fit: .contain) == nil)
        #expect(CacheKey(digest: digest, box: PixelSize(width: 1, height: 1 << 32), fit: .contain) == nil)
    }

    @Test func `keys are equal only where every part is`() {
        let all = [digest, String(digest.reversed()), digest.dropLast() + "1"].flatMap { digest in
            [(8, 9), (9, 8), (8, 8)].flatMap { side in
                Fit.allCases.map { key(digest, PixelSize(width: side.0, height: side.1), $0) }
            }
        }
        #expect(Set(all).count == 27)
        #expect(Set(all + all).count == 27)
    }
}
