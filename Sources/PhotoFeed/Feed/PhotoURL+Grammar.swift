extension PhotoURL {
    /// The parts of an address that follows the grammar.
    struct Grammar: Equatable, Sendable {
        /// What stands before the file's name, with its slash.
        var folder: Substring
        /// The last folder: on a host the number of Flickr's server, in a local feed any.
        var server: Substring
        /// The photo's number.
        var id: Substring
        /// What the sizes up to 1024 have in common.
        var secret: Substring
        /// The size's suffix; empty for the 500 pixel size.
        var size: Substring
        /// `jpg`, `png` or `gif`.
        var fileExtension: Substring

        /// The file's name at a size.
        func name(size: some StringProtocol) -> String {
            "\(id)_\(secret)\(size.isEmpty ? "" : "_")\(size).\(fileExtension)"
        }
    }

    /// Every size's suffix; those after `b` and `o` have secrets of their own.
    private static let sizes: Set<Substring> = [
        "s", "q", "t", "m", "n", "w", "z", "c", "b", "h", "k", "3k", "4k", "f", "5k", "6k", "o",
    ]

    /// The parts, or `nil` where the address does not follow the grammar.
    var grammar: Grammar? {
        let address = Substring(string).before(anyOf: "?#")
        let parts = address.steps
        guard let file = parts.last else { return nil }
        let dotted = file.split(separator: ".", omittingEmptySubsequences: false)
        guard dotted.count == 2, ["jpg", "png", "gif"].contains(dotted[1]) else { return nil }
        let words = dotted[0].split(separator: "_", omittingEmptySubsequences: false)
        guard words.count == 2 || words.count == 3, words[0].isDigits, words[1].isLowercaseHex,
            words.count == 2 || Self.sizes.contains(words[2])
        else { return nil }
        // On a host the server's folder stands at the root. A local feed may keep its photos in any folder, and then the
        // secret's length tells them from a camera's DATE_TIME.jpg.
        let server = parts.dropLast().last ?? ""
        let scheme = Self.scheme(of: string)
        guard scheme == "http" || scheme == "https" ? parts.count == 5 && server.isDigits : words[1].utf8.count == 10
        else { return nil }
        return Grammar(
            folder: Substring(address.utf8.dropLast(file.utf8.count)), server: server, id: words[0], secret: words[1],
            size: words.count == 3 ? words[2] : "", fileExtension: dotted[1])
    }
}
