internal import Storage

/// Where a photo's bytes are.
public enum PhotoLocation: Hashable, Sendable {
    /// An absolute http or https address.
    case web(String)
    /// A path below the folder of a local feed.
    case file(path: String)
}

extension PhotoURL {
    /// Where the photo is, or why it may not be read.
    ///
    /// `file:` and relative references work only from a feed that is itself a local file, and only below its folder,
    /// judged after percent-decoding. The function knows names only: whoever opens the file must not follow a symbolic
    /// link out of the folder.
    /// - Parameter feedPath: the feed's own path; `nil` if the feed came over the network.
    /// - Returns: an address to fetch, or a path below the feed's folder.
    /// - Throws: `FetchError.refused`, with the reference and the reason.
    public func location(relativeTo feedPath: String?) throws(FetchError) -> PhotoLocation {
        let scheme = Self.scheme(of: string)
        if scheme == "http" || scheme == "https" { return .web(string) }
        func refused(_ reason: String) -> FetchError {
            .refused(url: string, address: scheme ?? "relative", reason: reason)
        }

        guard scheme == nil || scheme == "file" else { throw refused("only http and https addresses are fetched") }
        guard let feedPath else { throw refused("local addresses work only from a feed that is a local file") }

        let folder = Substring(feedPath).steps.dropLast().map { $0 + "/" }.joined()
        guard let path = Self.path(in: string), !path.utf8.contains(0) else {
            throw refused("not a path of this machine")
        }
        var below = Substring(path)
        if below.utf8.first == UInt8(ascii: "/") {
            guard let rest = folder.isEmpty ? nil : below.after(prefix: folder) else {
                throw refused("outside the feed's folder")
            }
            below = rest
        }
        let steps = below.steps.filter { !$0.isEmpty && $0 != "." }
        guard !steps.isEmpty, !steps.contains("..") else { throw refused("outside the feed's folder") }
        return .file(path: folder + steps.joined(separator: "/"))
    }

    /// The path that a relative or `file:` reference names, percent-decoded; `nil` if it is on another machine.
    private static func path(in reference: String) -> String? {
        let reference = Substring(reference).before(anyOf: "?#")
        guard scheme(of: String(reference)) == "file" else { return percentDecoded(reference) }
        let path = Substring(reference.utf8.dropFirst("file:".utf8.count))
        guard let afterSlashes = path.after(prefix: "//") else { return percentDecoded(path) }
        let host = afterSlashes.before(anyOf: "/")
        guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
        return percentDecoded(Substring(afterSlashes.utf8.dropFirst(host.utf8.count)))
    }

    /// Undoes percent-encoding; bytes that are not UTF-8 are carried as ``Path/text(of:)`` says.
    ///
    /// A `%` without two hexadecimal digits stands for itself.
    private static func percentDecoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap(\.hexDigitValue)
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return Path.text(of: bytes)
    }
}
