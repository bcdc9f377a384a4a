internal import CSandbox
internal import Glibc
internal import Raster

/// One worker, seen from the parent: a process that decodes one picture after another.
///
/// Nothing that it says is believed before it is checked, and none of its memory is mapped here, so that a worker which was
/// taken over by a picture can spoil that picture only.
@safe final class WorkerProcess: @unchecked Sendable {
    // Lent by the pool to one thread at a time, under the pool's lock.

    /// What it was told to be; `nil` as long as it has confined itself to nothing.
    private(set) var setup: WorkerSetup?
    /// How it confined itself; `nil` until it has said so.
    private(set) var confinement: (landlock: Int, isFiltered: Bool)?
    /// How long it was at work in all, in nanoseconds.
    private(set) var busyTime: UInt64 = 0
    /// Whether it gives way to another after its last answer.
    private(set) var isSpent = false
    /// Bytes of shared memory for a picture.
    let inputSize: Int
    /// Bytes of shared memory for pixels.
    let outputSize: Int

    private let connection: Int32
    private let input: Int32
    private let output: Int32
    private var start: OpaquePointer?
    private var process: pid_t = -1
    private var loaded: CodecLibraries = []

    /// Starts a worker, without waiting for it.
    init(inputSize: Int, outputSize: Int) throws(DecodingError) {
        self.inputSize = inputSize
        self.outputSize = outputSize
        var ends: [Int32] = [-1, -1]
        guard unsafe CSandbox_make_connection(&ends) == 0 else { throw Self.refused("a connection") }
        connection = ends[0]
        input = CSandbox_make_memory(inputSize)
        output = input < 0 ? -1 : CSandbox_make_memory(outputSize)
        let readable = output < 0 ? -1 : CSandbox_reopen_for_reading(input)
        let number = errno
        theirs = [ends[1], readable]
        if readable >= 0 { unsafe start = CSandbox_start_worker(ends[1], readable, output) }
        guard unsafe start != nil else {
            if readable >= 0 { throw Self.refused("a thread") }
            errno = number
            throw Self.refused("shared memory")
        }
    }

    /// Descriptors that are the worker's alone, closed here once it has them.
    private var theirs: [Int32]

    deinit {
        if unsafe start != nil { finishStart() }
        for descriptor in [connection, input, output] + theirs where descriptor >= 0 { close(descriptor) }
        if process > 0 {
            kill(process, SIGKILL)
            _ = reap()
        }
    }

    /// The process, once it is started; -1 before.
    var identifier: pid_t {
        if unsafe start != nil { finishStart() }
        return process
    }

    /// Has libraries loaded, since a picture will soon be there.
    func preload(_ libraries: CodecLibraries) {
        _ = send([Message.preload, libraries.rawValue])
        loaded = libraries
    }

    /// Tells it what to be; it confines itself.
    func setUp(_ setup: WorkerSetup) {
        _ = send(setup.message)
        self.setup = setup
    }

    /// Has it confine itself and say how that went.
    func confirm(within seconds: Int) throws(DecodingError) {
        try awaitReadiness(until: Self.now() + UInt64(seconds) * 1_000_000_000, seconds)
    }

    /// Decodes a picture.
    ///
    /// - Parameters:
    ///   - bytes: the picture, no more than the input holds.
    ///   - outline: what it says of itself.
    ///   - request: what is asked.
    ///   - seconds: how long it may take by the clock on the wall.
    /// - Returns: the thumbnail, checked against the outline and the request.
    /// - Throws: a decoder's error, or why the worker was stopped or not started.
    func thumbnail(
        of bytes: RawSpan, _ outline: PictureOutline, _ request: ThumbnailRequest, within seconds: Int
    ) throws(DecodingError) -> Thumbnail {
        isSpent = true
        let begun = Self.now()
        let end = begun + UInt64(seconds) * 1_000_000_000
        defer { busyTime += Self.now() - begun }
        try write(bytes)
        // Whether this fails is seen when the answer is read.
        _ = send(WorkerRequest(byteCount: bytes.byteCount, request).message)
        try awaitReadiness(until: end, seconds)
        let answer = try receive(until: end, seconds)
        // Pages of a large picture are not kept for the next, which is most often smaller.
        if bytes.byteCount > 1 << 20 { CSandbox_empty_memory(input, inputSize) }
        switch answer {
        case .failure(let error, let isLast):
            isSpent = isLast
            throw error
        case .thumbnail(let size, let originalSize, let format, let notes, let isLast):
            guard format == outline.format else { throw .stopped(.badAnswer("\(format) of \(outline.format)")) }
            guard originalSize.area <= request.limits.maxPixels, outline.size ?? originalSize == originalSize else {
                throw .stopped(.badAnswer("\(originalSize) for a picture that says otherwise"))
            }
            guard size == request.size(of: originalSize), size.area * 4 <= outputSize else {
                throw .stopped(.badAnswer("a thumbnail of \(size) pixels"))
            }
            let pixels = try read(size.area * 4)
            isSpent = isLast
            return Thumbnail(
                bitmap: Bitmap(size: size, pixels: pixels), originalSize: originalSize, format: format, notes: notes)
        default: throw .stopped(.badAnswer("a message out of turn"))
        }
    }

    // MARK: Messages

    private func awaitReadiness(until end: UInt64, _ seconds: Int) throws(DecodingError) {
        guard confinement == nil else { return }
        if unsafe start != nil { finishStart() }
        guard process > 0 else { throw Self.refused("a process", number: startError) }
        let answer: WorkerAnswer
        do throws(DecodingError) {
            answer = try receive(until: end, seconds)
        } catch {
            // It has seen no picture yet.
            throw .unprotected(reason: "it ended before it was ready (\(error))")
        }
        guard case .ready(let landlock, let isFiltered, let number) = answer else {
            throw .unprotected(reason: "it said something else than that it is ready")
        }
        guard number == 0, isFiltered || setup?.protections.contains(.filter) != true else {
            throw Self.refused("a list of system calls (seccomp)", number: Int32(number))
        }
        confinement = (landlock, isFiltered)
    }

    private func send(_ message: [UInt8]) -> Bool { unsafe CSandbox_send(connection, message, message.count) }

    private func receive(until end: UInt64, _ seconds: Int) throws(DecodingError) -> WorkerAnswer {
        while true {
            let now = Self.now()
            var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            let patience = now >= end ? 0 : (end - now + 999_999) / 1_000_000
            let count = unsafe poll(&waiting, 1, Int32(clamping: patience))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                kill(process, SIGKILL)
                _ = reap()
                throw .stopped(.outOfTime(seconds: seconds))
            }
            var message = [UInt8](repeating: 0, count: largestMessage)
            let length = unsafe Glibc.read(connection, &message, message.count)
            if length < 0 && errno == EINTR { continue }
            // What a worker left unread when it ended makes the connection an error.
            guard length > 0 else { throw .stopped(reap()) }
            guard let answer = WorkerAnswer(Array(message.prefix(length))) else {
                throw .stopped(.badAnswer("a message of no known form"))
            }
            if case .stopped(let stop) = answer { throw .stopped(stop) }
            return answer
        }
    }

    // MARK: Shared memory

    private func write(_ bytes: RawSpan) throws(DecodingError) {
        let isWhole = unsafe bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let count = unsafe pwrite(
                    input, bytes.baseAddress?.advanced(by: offset), bytes.count - offset, off_t(offset))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                offset += count
            }
            return true
        }
        guard isWhole else { throw .stopped(.outOfMemory) }
    }

    private func read(_ count: Int) throws(DecodingError) -> [UInt8] {
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let length = unsafe pread(
                    output, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(filled))
                if length < 0 && errno == EINTR { continue }
                guard length > 0 else { return }
                filled += length
            }
        }
        guard pixels.count == count else { throw .stopped(.badAnswer("fewer pixels than it says")) }
        return pixels
    }

    // MARK: The process

    private var startError: Int32 = 0

    private func finishStart() {
        process = unsafe CSandbox_finish_start(start)
        startError = errno
        unsafe start = nil
        for descriptor in theirs { close(descriptor) }
        theirs = []
    }

    /// Waits for its end, which must be near, and says why it ended.
    private func reap() -> DecoderStop {
        guard process > 0 else { return .badAnswer("it ended early") }
        var status: Int32 = 0
        var usage = rusage()
        while unsafe wait4(process, &status, 0, &usage) < 0 {
            guard errno == EINTR else { break }
        }
        process = -1
        let seconds = Int(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        let limit = setup?.processorSeconds ?? .max
        switch status & 0x7F {
        case 0: return .badAnswer("it left with status \(status >> 8 & 0xFF)")
        case SIGXCPU: return .outOfTime(seconds: seconds)
        case SIGKILL where seconds >= limit: return .outOfTime(seconds: limit)
        // Nobody else ends a worker so: the kernel does where a machine or a group of processes is out of memory.
        case SIGKILL: return .outOfMemory
        case SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS: return .crashed(signal: status & 0x7F)
        case let signal: return .ended(signal: signal)
        }
    }

    private static func now() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static func refused(_ what: String, number: Int32 = errno) -> DecodingError {
        let reason = unsafe String(cString: strerror(number))
        return .unprotected(reason: "the system refuses \(what): \(reason)")
    }
}
