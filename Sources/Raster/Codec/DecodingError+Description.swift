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
        }
    }
}
