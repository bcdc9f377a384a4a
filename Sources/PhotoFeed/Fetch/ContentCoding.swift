/// How the body of an answer is coded, as its Content-Encoding says.
///
/// Names that are no coding of the registry (none, utf-8, aws-chunked, binary …) say nothing, as in browsers: the body's own
/// bytes decide what it is.
/// - Source: RFC 9110 §8.4.1; Fetch §2.2.5 ("handle content codings"); IANA, HTTP Content Coding Registry.
enum ContentCoding: Equatable, Sendable {
    /// As it is.
    case plain
    /// Compressed once, in a way that is undone here.
    case gzip, deflate
    /// In a way that is not undone here, or several times over, as the field names it.
    case foreign(String)

    /// Reads the field, all its lines together.
    init(_ fields: HTTPFields) {
        let value = fields["Content-Encoding"] ?? ""
        let names = value.split(separator: ",").map { String($0.trimmingSpaces).lowercased() }
        let codings = names.filter(Self.registered.contains)
        switch codings.first {
        case nil: self = .plain
        case _? where codings.count > 1: self = .foreign(value)
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        default: self = .foreign(value)
        }
    }

    /// Codings that change the bytes.
    private static let registered: Set = [
        "gzip", "x-gzip", "deflate", "compress", "x-compress", "br", "zstd", "dcb", "dcz",
    ]
}

extension Substring {
    /// Without spaces and tabs at both ends.
    var trimmingSpaces: Substring {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var text = drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
