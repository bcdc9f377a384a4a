internal import PhotoWidget

/// Why an input that the command line names could not be used.
indirect enum InputError: Error {
    /// No such file.
    case missing(path: String)
    /// The system refused to read it.
    case unreadable(path: String, StorageError)
    /// More bytes than allowed.
    case tooLarge(path: String, limit: Int)
    /// It is there, but no thumbnail can be made of it.
    case notAPicture(path: String, DecodingError)
    /// Of several inputs some failed; the first error stands for all.
    case some(failed: Int, first: any Error)
}

extension InputError: CustomStringConvertible {
    var description: String {
        switch self {
        case .missing(let path): "\(path): no such file"
        case .unreadable(_, let error): "\(error)"
        case .tooLarge(let path, let limit): "\(path): more than \(limit) bytes"
        case .notAPicture(let path, let error): "\(path): \(error)"
        case .some(let failed, let first): "\(failed) pictures failed, the first: \(first)"
        }
    }
}
