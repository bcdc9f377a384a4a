internal import CMicrohttpd

/// Why a header is not taken for a request: another reader, such as a proxy in front, could see another end of it, or another
/// name in it.
///
/// - Source: RFC 9112 §2.2, §5.1, §5.2, §6.1, §6.3.
enum HeaderFault: Equatable {
    /// A line is continued by the next, has a NUL in it, or ends in something else than CR LF.
    case line
    /// A name has a blank or another character in it that names do not have.
    case name
    /// A value has a control character in it.
    case text
    /// There is more than one `Content-Length`.
    case lengths
    /// `Content-Length` and `Transfer-Encoding` come together.
    case lengthAndCoding
    /// `Content-Length` is no number of digits.
    case length
    /// `Transfer-Encoding` is more than `chunked`, or comes before HTTP/1.1.
    case coding

    /// Finds the first fault; `nil` where there is none.
    init?(_ header: CMicrohttpd_header, version: String, length: String?, coding: String?) {
        switch true {
        case !header.has_lines: self = .line
        case !header.has_names: self = .name
        case !header.has_texts: self = .text
        case header.lengths > 1: self = .lengths
        case header.lengths > 0 && header.codings > 0: self = .lengthAndCoding
        case length.map(Self.isNumber) == false: self = .length
        case header.codings > 1, header.codings > 0 && (coding?.lowercased() != "chunked" || version == "HTTP/1.0"):
            self = .coding
        default: return nil
        }
    }

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// What was expected.
    var message: String {
        switch self {
        case .line: "each line of the header ends in CR LF, holds no NUL and is not continued by the next"
        case .name: "the name of a header is a token, and its colon stands right behind it"
        case .text: "a header's value has no control characters"
        case .lengths: "there is more than one Content-Length"
        case .lengthAndCoding: "Content-Length and Transfer-Encoding exclude each other"
        case .length: "Content-Length: expected a number of digits"
        case .coding: "Transfer-Encoding: expected chunked alone, and HTTP/1.1"
        }
    }
}
