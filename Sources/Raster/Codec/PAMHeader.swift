/// What the first lines of a PAM file say, for the one kind of PAM that is written here.
public struct PAMHeader: Equatable, Sendable {
    /// Width and height in pixels, both at least 1.
    public let size: PixelSize
    /// Where the pixels start, in bytes from the start of the file.
    public let pixelOffset: Int

    /// The length of a whole file, in bytes.
    public var fileSize: Int { pixelOffset + size.area * 4 }

    /// Where pixels start is a multiple of this many bytes: a cache line.
    static let alignment = 64
    /// A header longer than this is refused, in bytes.
    static let maximumLength = 4096
    /// Sides larger than this are refused, in pixels: four bytes times its square still fit in an `Int`.
    static let maximumSide = 1 << 24

    /// Reads the header that `bytes` start with.
    ///
    /// - Parameter bytes: at least the header, of which 4096 bytes are looked at.
    /// - Throws: `PAMError` where the bytes are not a PAM file or not of the kind that is written here.
    public init(parsing bytes: RawSpan) throws(PAMError) {
        let start = unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0.prefix(Self.maximumLength)) }
        var rest = start[...]
        guard start.starts(with: [UInt8(ascii: "P"), UInt8(ascii: "7"), UInt8(ascii: "\n")]) else { throw .notAPAM }
        var fields: [String: String] = [:]
        while true {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
                throw start.count < Self.maximumLength ? .truncated(expected: nil, found: start.count) : .notAPAM
            }
            let line = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
            if line == "ENDHDR" { break }
            if line == "P7" || line.isEmpty || line.hasPrefix("#") { continue }
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count == 2, fields.updateValue(String(words[1]), forKey: String(words[0])) == nil else {
                throw .malformedHeader(line: line)
            }
        }
        for (name, value) in [("DEPTH", "4"), ("MAXVAL", "255"), ("TUPLTYPE", "RGB_ALPHA")] where fields[name] != value
        {
            throw .unsupported(field: name, value: fields[name], expected: value)
        }
        size = PixelSize(width: try Self.side("WIDTH", fields), height: try Self.side("HEIGHT", fields))
        pixelOffset = rest.startIndex
    }

    private static func side(_ name: String, _ fields: [String: String]) throws(PAMError) -> Int {
        guard let text = fields[name], let side = Int(text), 1...maximumSide ~= side else {
            throw .unsupported(field: name, value: fields[name], expected: "1...\(maximumSide)")
        }
        return side
    }
}

/// Why bytes are not a PAM file that can be used.
public enum PAMError: Error, Equatable, Sendable {
    /// The bytes do not start as a PAM file does.
    case notAPAM
    /// A line of the header is not a name and a value, or comes twice.
    case malformedHeader(line: String)
    /// A field of the header has another value than the files written here.
    case unsupported(field: String, value: String?, expected: String)
    /// There are fewer bytes than the header promises; `expected` is `nil` where the header itself is cut.
    case truncated(expected: Int?, found: Int)
    /// There are more bytes than the header promises.
    case trailingBytes(expected: Int, found: Int)
}
