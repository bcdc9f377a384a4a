internal import Raster

extension MessageWriter {
    /// Appends an error of a decoder.
    mutating func append(_ error: DecodingError) {
        switch error {
        case .empty: append(0)
        case .notAPicture(let found):
            append(1)
            append(found)
        case .unsupported(let what):
            append(2)
            append(what)
        case .corrupt(let format, let reason):
            append(3)
            append(format.rawValue)
            append(reason)
        case .tooManyPixels(let size, let limit):
            append(4)
            for number in [size.width, size.height, limit] { append(number) }
        case .tooComplex(let format, let reason):
            append(5)
            append(format.rawValue)
            append(reason)
        case .tooMuchMemory(let format, let needed, let allowed):
            append(6)
            append(format.rawValue)
            for number in [needed, allowed] { append(number) }
        case .stopped, .unprotected:
            // Errors of the parent's side; a decoder has none of them.
            append(2)
            append("\(error)")
        }
    }
}

extension MessageReader {
    /// Reads an error of a decoder; `nil` for anything else.
    mutating func decodingError() -> DecodingError? {
        switch number() {
        case 0: return .empty
        case 1: return text().map { .notAPicture(found: $0) }
        case 2: return text().map { .unsupported($0) }
        case 3:
            guard let format = text().flatMap(ImageFormat.init), let reason = text() else { return nil }
            return .corrupt(format, reason: reason)
        case 4:
            guard let width = number(in: 0...Int.max), let height = number(in: 0...Int.max), let limit = number()
            else { return nil }
            return .tooManyPixels(PixelSize(width: width, height: height), limit: limit)
        case 5:
            guard let format = text().flatMap(ImageFormat.init), let reason = text() else { return nil }
            return .tooComplex(format, reason: reason)
        case 6:
            guard let format = text().flatMap(ImageFormat.init), let needed = number(in: 0...Int.max),
                let allowed = number(in: 0...Int.max)
            else { return nil }
            return .tooMuchMemory(format, needed: needed, allowed: allowed)
        default: return nil
        }
    }
}
