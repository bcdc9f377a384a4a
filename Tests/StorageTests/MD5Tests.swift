import Storage
import Testing

@Suite struct MD5Tests {
    @Test(arguments: [
        // RFC 1321 A.5
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        (
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "d174ab98d277d9f5a5611c2c9f419d9f"
        ),
        (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
        // The Thumbnail Managing Standard's own example.
        ("file:///home/jens/photos/me.png", "c6ee772d9e49320e97ec29a7eb5b1697"),
    ])
    func `the digest is that of the specification`(text: String, digest: String) {
        #expect(MD5.hexDigest(of: Array(text.utf8)) == digest)
    }

    @Test(arguments: [55, 56, 63, 64, 65, 119, 120, 128])
    func `the padding ends a block whatever the length`(count: Int) {
        // One byte more or less is another digest of the same length.
        let digests = Set((count - 1...count + 1).map { MD5.hexDigest(of: [UInt8](repeating: 65, count: $0)) })
        #expect(digests.count == 3 && digests.allSatisfy { $0.utf8.count == 32 })
    }
}
