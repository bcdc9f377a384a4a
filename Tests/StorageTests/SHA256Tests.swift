import Testing

@testable import Storage

@Suite struct SHA256Tests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func `the examples of FIPS 180 come out`(text: String, digest: String) {
        #expect(SHA256.hexDigest(of: Array(text.utf8)) == digest)
    }

    @Test func `a million times "a" comes out`() {
        let digest = SHA256.hexDigest(of: [UInt8](repeating: 0x61, count: 1_000_000))
        #expect(digest == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func `the processor's instructions and plain arithmetic agree`() {
        let blocks = (0..<640).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ 3) }
        var fast = SHA256.State { UInt32(truncatingIfNeeded: $0 &* 0x9e37_79b9) }
        var portable = fast
        unsafe SHA256.compress(&fast, blocks.span.bytes)
        unsafe SHA256.compressPortably(&portable, blocks.span.bytes)
        for index in fast.indices { #expect(fast[index] == portable[index]) }
    }

    @Test func `parts of any length give the digest of the whole`() {
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for step in 1...130 {
            var hash = SHA256()
            for start in stride(from: 0, to: bytes.count, by: step) {
                let part = Array(bytes[start..<min(start + step, bytes.count)])
                unsafe hash.update(part.span.bytes)
            }
            #expect(SHA256.hexadecimal(hash.finalize()) == SHA256.hexDigest(of: bytes), "parts of \(step)")
        }
    }
}
