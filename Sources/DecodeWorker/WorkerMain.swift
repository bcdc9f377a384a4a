internal import CSandbox
internal import Glibc
internal import Raster

/// What a worker does, called by CSandbox before main: it reads messages until the parent closes the connection.
@_cdecl("DecodeWorker_serve")
public func serveAsDecodeWorker() {
    var worker = WorkerMain()
    while let message = WorkerMain.receive() {
        guard worker.take(message) else { return }
    }
}

/// A worker's side of the work.
@safe private struct WorkerMain {
    // The memory stays mapped as long as the worker lives.
    private var input = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    private var output = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// The next message; `nil` at the end.
    static func receive() -> [UInt8]? {
        let message = unsafe [UInt8](unsafeUninitializedCapacity: largestMessage) { buffer, count in
            count = max(unsafe read(Int32(CSandbox_connection), buffer.baseAddress, largestMessage), 0)
        }
        return message.isEmpty ? nil : message
    }

    /// Does what a message says; `false` where there is no sense in going on.
    mutating func take(_ message: [UInt8]) -> Bool {
        var reader = MessageReader(message)
        switch reader.kind {
        case Message.preload:
            CodecLibraries(rawValue: message.count > 1 ? message[1] : 0).load()
            return true
        case Message.setup:
            guard let setup = WorkerSetup(&reader) else { return false }
            return confine(setup)
        case Message.decode:
            guard let request = WorkerRequest(&reader), unsafe request.byteCount <= input.count else { return false }
            let answer = decode(request)
            return send(answer) && !answer.isLast
        default: return false
        }
    }

    // MARK: Before a picture is seen

    private mutating func confine(_ setup: WorkerSetup) -> Bool {
        setup.libraries.load()
        warmUp()
        guard let read = unsafe Self.map(Int32(CSandbox_input), setup.inputSize, PROT_READ),
            let written = unsafe Self.map(Int32(CSandbox_output), setup.outputSize, PROT_READ | PROT_WRITE)
        else {
            _ = send(.ready(landlock: 0, isFiltered: false, error: Int(errno)))
            return false
        }
        unsafe (input, output) = (UnsafeRawBufferPointer(read), written)
        let result = CSandbox_confine(
            Int32(CSandbox_plain.rawValue), setup.memory, UInt32(clamping: setup.processorSeconds),
            setup.protections.contains(.landlock), setup.protections.contains(.filter))
        return send(
            .ready(landlock: Int(result.landlock), isFiltered: result.is_filtered, error: Int(result.error)))
            && result.error == 0
    }

    /// Maps shared memory, and closes its descriptor.
    private static func map(_ descriptor: Int32, _ size: Int, _ protection: Int32) -> UnsafeMutableRawBufferPointer? {
        let address = unsafe mmap(nil, size, protection, MAP_SHARED, descriptor, 0)
        close(descriptor)
        guard let address = unsafe address, unsafe address != MAP_FAILED else { return nil }
        return unsafe UnsafeMutableRawBufferPointer(start: address, count: size)
    }

    /// Has what is made only once be made now, while it may ask the system: the seed of hashing, above all.
    private func warmUp() {
        var reader = MessageReader(WorkerRequest(byteCount: 0, ThumbnailRequest()).message)
        let request = WorkerRequest(&reader)
        precondition(request?.thumbnail == ThumbnailRequest(), "a request reads as it was written")
    }

    // MARK: A picture

    /// More than this, held by the allocator after a picture, is given back by making room for another worker.
    private static let mostHeld = 24 << 20

    private func decode(_ request: WorkerRequest) -> WorkerAnswer {
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: input[..<request.byteCount])
        if let error = unsafe probe(bytes) { return .failure(error, isLast: true) }
        do throws(DecodingError) {
            let thumbnail = try ImageDecoders.thumbnail(of: unsafe RawSpan(_unsafeBytes: bytes), request.thumbnail)
            let pixels = thumbnail.bitmap.pixels
            guard unsafe pixels.count <= output.count else {
                return .failure(.unsupported("a thumbnail of \(thumbnail.bitmap.size)"), isLast: true)
            }
            unsafe output.copyBytes(from: pixels)
            return .thumbnail(
                size: thumbnail.bitmap.size, originalSize: thumbnail.originalSize, format: thumbnail.format,
                notes: thumbnail.notes, isLast: isLast)
        } catch {
            return .failure(error, isLast: isLast)
        }
    }

    private var isLast: Bool { CSandbox_held_memory() > Self.mostHeld }

    /// Does what a test's picture asks for; `nil` for every other picture.
    private func probe(_ bytes: UnsafeRawBufferPointer) -> DecodingError? {
        var result = [CChar](repeating: 0, count: MessageWriter.longestText)
        guard unsafe CSandbox_run_probe(bytes.baseAddress, bytes.count, &result, result.count) else { return nil }
        return .unsupported(String(decoding: result.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    private func send(_ answer: WorkerAnswer) -> Bool {
        let message = answer.message
        return unsafe write(Int32(CSandbox_connection), message, message.count) == message.count
    }
}

extension WorkerAnswer {
    /// Whether the worker gives way to another after it.
    fileprivate var isLast: Bool {
        switch self {
        case .thumbnail(_, _, _, _, let isLast), .failure(_, let isLast): isLast
        case .ready, .stopped: false
        }
    }
}
