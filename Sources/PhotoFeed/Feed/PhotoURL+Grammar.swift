extension PhotoURL {
    /// The parts of an address that follows the grammar.
    struct Grammar: Equatable, Sendable {
        /// What stands before the server's folder, with its slash: `https://host/`, or folders of a local feed.
        var prefix: Substring
        /// The folder, a number.
        var server: Substring
        /// The photo's number.
        var id: Substring
        /// What the sizes up to 1024 have in common.
        var secret: Substring
        /// The size's suffix; empty for the 500 pixel size.
        var size: Substring
        /// `jpg`, `png` or `gif`.
        var fileExtension: Substring

        /// The path from the server's folder on, without a query.
        var path: String { "/\(server)/\(name(size: size))" }

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
        guard parts.count >= 2, let file = parts.last else { return nil }
        // On a host the server's folder stands at the root; a local feed may keep its photos in any folder.
        let isRemote = Self.scheme(of: string).map { $0 == "http" || $0 == "https" } ?? false
        guard !isRemote || parts.count == 5 else { return nil }

        let server = parts[parts.count - 2]
        let dotted = file.split(separator: ".", omittingEmptySubsequences: false)
        guard server.isDigits, dotted.count == 2, ["jpg", "png", "gif"].contains(dotted[1]) else { return nil }
        let words = dotted[0].split(separator: "_", omittingEmptySubsequences: false)
        guard words.count == 2 || words.count == 3, words[0].isDigits, words[1].isLowercaseHex,
            words.count == 2 || Self.sizes.contains(words[2])
        else { return nil }
        return Grammar(
            prefix: Substring(address.utf8.dropLast(server.utf8.count + file.utf8.count + 1)),
            server: server, id: words[0], secret: words[1], size: words.count == 3 ? words[2] : "",
            fileExtension: dotted[1])
    }
}
