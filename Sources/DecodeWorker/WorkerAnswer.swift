internal import CSandbox
internal import Raster

/// What a worker says.
enum WorkerAnswer: Equatable {
    /// A thumbnail, whose pixels are the first `size.area * 4` bytes of the output.
    case thumbnail(size: PixelSize, originalSize: PixelSize, format: ImageFormat, notes: [String], isLast: Bool)
    /// Why the picture could not be decoded.
    case failure(DecodingError, isLast: Bool)
    /// It has confined itself: the version of Landlock, whether calls are filtered, and the error of what failed.
    case ready(landlock: Int, isFiltered: Bool, error: Int)
    /// It dies, and why.
    case stopped(DecoderStop)

    /// The most notes of a thumbnail.
    private static let mostNotes = 8

    /// The message that says so.
    var message: [UInt8] {
        switch self {
        case .thumbnail(let size, let originalSize, let format, let notes, let isLast):
            var writer = MessageWriter(kind: Message.thumbnail)
            for number in [size.width, size.height, originalSize.width, originalSize.height] { writer.append(number) }
            writer.append(format.rawValue)
            writer.append(min(notes.count, Self.mostNotes))
            for note in notes.prefix(Self.mostNotes) { writer.append(note) }
            writer.append(isLast ? 1 : 0)
            return writer.bytes
        case .failure(let error, let isLast):
            var writer = MessageWriter(kind: Message.failure)
            writer.append(error)
            writer.append(isLast ? 1 : 0)
            return writer.bytes
        case .ready(let landlock, let isFiltered, let error):
            var writer = MessageWriter(kind: Message.ready)
            for number in [landlock, isFiltered ? 1 : 0, error] { writer.append(number) }
            return writer.bytes
        case .stopped:
            // Said by C, while the worker dies.
            return [UInt8(CSandbox_last_words)]
        }
    }

    /// Reads a message, which a worker that was taken over may have written; `nil` if it is not an answer.
    init?(_ bytes: [UInt8]) {
        var reader = MessageReader(bytes)
        switch reader.kind {
        case Message.thumbnail:
            let sides = 1...Int(Int32.max)
            guard let width = reader.number(in: sides), let height = reader.number(in: sides),
                let originalWidth = reader.number(in: sides), let originalHeight = reader.number(in: sides),
                let format = reader.text().flatMap(ImageFormat.init), let count = reader.number(in: 0...Self.mostNotes)
            else { return nil }
            var notes: [String] = []
            for _ in 0..<count {
                guard let note = reader.text() else { return nil }
                notes.append(note)
            }
            guard let isLast = reader.number(in: 0...1), reader.isAtEnd else { return nil }
            self = .thumbnail(
                size: PixelSize(width: width, height: height),
                originalSize: PixelSize(width: originalWidth, height: originalHeight), format: format, notes: notes,
                isLast: isLast == 1)
        case Message.failure:
            guard let error = reader.decodingError(), let isLast = reader.number(in: 0...1), reader.isAtEnd else {
                return nil
            }
            self = .failure(error, isLast: isLast == 1)
        case Message.ready:
            guard let landlock = reader.number(in: 0...1000), let isFiltered = reader.number(in: 0...1),
                let error = reader.number(in: 0...4095), reader.isAtEnd
            else { return nil }
            self = .ready(landlock: landlock, isFiltered: isFiltered == 1, error: error)
        case UInt8(CSandbox_last_words):
            guard let stop = DecoderStop(lastWords: bytes) else { return nil }
            self = .stopped(stop)
        default: return nil
        }
    }
}

extension DecoderStop {
    /// Reads what a dying worker says, a `CSandbox_LastWords`.
    fileprivate init?(lastWords bytes: [UInt8]) {
        guard bytes.count == MemoryLayout<CSandbox_LastWords>.size,
            let offset = MemoryLayout<CSandbox_LastWords>.offset(of: \.number)
        else { return nil }
        let number = Int32(truncatingIfNeeded: bytes[offset...].prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) })
        switch Int(bytes[1]) {
        case CSandbox_crash: self = .crashed(signal: number)
        case CSandbox_no_memory: self = .outOfMemory
        case CSandbox_forbidden_call: self = .forbiddenCall(number)
        default: return nil
        }
    }
}
