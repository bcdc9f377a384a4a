extension DecodingError: CustomStringConvertible {
    /// What is wrong with the bytes, on one line.
    public var description: String {
        switch self {
        case .empty: "no bytes"
        case .notAPicture(let found): "not a picture (\(found))"
        case .unsupported(let what): "\(what) is not supported"
        case .corrupt(let format, let reason): "a damaged \(format.rawValue.uppercased()) picture: \(reason)"
        case .tooManyPixels(let size, let limit): "\(size) pixels are more than the limit of \(limit)"
        case .tooComplex(let format, let reason):
            "a \(format.rawValue.uppercased()) picture that is too complex: \(reason)"
        case .stopped(let stop): "\(stop)"
        case .unprotected(let reason):
            """
            pictures of strangers are decoded in a process that can do no harm, and none could be started: \(reason) \
            (--no-sandbox decodes without)
            """
        case .tooMuchMemory(let format, let needed, let allowed):
            """
            a \(format.rawValue.uppercased()) picture that takes \(Self.mebibytes(needed)) of memory to decode, more than \
            the limit of \(Self.mebibytes(allowed)) (--decode-memory raises it)
            """
        }
    }

    /// A number of bytes in MiB with one decimal, rounded up.
    private static func mebibytes(_ bytes: Int) -> String {
        let tenths = bytes / (1 << 20) * 10 + (bytes % (1 << 20) * 10 + (1 << 20) - 1) / (1 << 20)
        return "\(tenths / 10).\(tenths % 10) MiB"
    }
}
