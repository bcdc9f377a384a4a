internal import Storage

/// The word that lets a client write, and read from elsewhere.
package struct AccessToken: Sendable {
    /// The fewest characters that nobody guesses; a shorter token still works, and later versions refuse it.
    package static let minLength = 16

    private let digest: [UInt8]
    private let text: String

    /// Takes a word of printable ASCII without blanks.
    package init?(_ text: String) {
        guard (1...512).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
        digest = Self.digest(of: text)
    }

    /// Whether it has fewer characters than ``minLength``.
    package var isShort: Bool { text.utf8.count < Self.minLength }

    /// How many characters it has.
    package var length: Int { text.utf8.count }

    /// Whether a word is the token; how much of it is right cannot be told from the time.
    package func matches(_ word: some StringProtocol) -> Bool {
        zip(digest, Self.digest(of: String(word))).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// A token for one device alone, from which this one cannot be told.
    package func derived(for device: String) -> String {
        String(SHA256.hexDigest(of: Array("\(text)\n\(device)\n\(text)".utf8)).prefix(32))
    }

    private static func digest(of text: String) -> [UInt8] { Array(SHA256.hexDigest(of: Array(text.utf8)).utf8) }
}
