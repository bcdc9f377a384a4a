/// Links of widgets that a page may offer.
enum WebLink {
    /// Schemes by which an address would act in the page itself, or show this machine's files.
    private static let refused: Set<String> = [
        "about", "blob", "data", "file", "filesystem", "javascript", "vbscript", "view-source",
    ]

    /// Where a link leads; `nil` where a page must not follow it.
    ///
    /// `widget://deeplink?url=` is unpacked: a browser knows what is inside.
    static func target(of link: String) -> String? {
        let packed = DeepLink.opening("")
        if link.hasPrefix(packed) {
            return unpacked(link.dropFirst(packed.utf8.count)).flatMap { $0.hasPrefix(packed) ? nil : target(of: $0) }
        }
        // What a browser would skip or mend is not an address here.
        guard link.utf8.count <= 8192, link.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
            let colon = link.firstIndex(of: ":"), colon != link.startIndex
        else { return nil }
        let scheme = link[..<colon].lowercased()
        guard scheme.first?.isLetter == true,
            scheme.utf8.allSatisfy({ byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
            }), !refused.contains(scheme)
        else { return nil }
        return link
    }

    private static func unpacked(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next(), let low = rest.next(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
