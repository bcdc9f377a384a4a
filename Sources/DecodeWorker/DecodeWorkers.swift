internal import CSandbox
public import Raster
internal import Synchronization

/// Decodes pictures in processes of their own, which have no files and no network and can do no harm.
///
/// A worker is this program started once more (see docs/decisions/decoding-in-a-process-of-its-own.md). It loads the library
/// that the picture needs, confines itself, and only then looks at the bytes. It is kept for the next picture; of several
/// pictures at once each has its own worker.
public final class DecodeWorkers: PictureDecoder {
    /// How long one picture may take, in seconds: by the clock on the wall, and of the processor's time.
    public static let standardSeconds = 30

    private let seconds: Int
    private let protections: Protections
    private let idle = Mutex<[WorkerProcess]>([])

    /// Makes a pool without workers; each is started when it is needed.
    public init() {
        seconds = Self.standardSeconds
        protections = .all
    }

    /// Makes a pool for tests of what each protection does.
    package init(seconds: Int = standardSeconds, protections: Protections = .all) {
        self.seconds = seconds
        self.protections = protections
    }

    /// Decodes to an upright sRGB thumbnail.
    ///
    /// - Throws: what a decoder throws; ``DecodingError/stopped(_:)`` where the worker crashed or broke a limit, and
    ///   ``DecodingError/unprotected(reason:)`` where none could be started.
    public func thumbnail(of bytes: RawSpan, _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail {
        let outline = try PictureOutline(of: bytes, limits: request.limits)
        let setup = setup(for: request, outline.libraries, byteCount: bytes.byteCount)
        let worker = try worker(setup)
        defer { keep(worker) }
        return try worker.thumbnail(of: bytes, outline, request, within: seconds)
    }

    /// Starts a worker for a JPEG, which most photos are, unless one is there already.
    public func prepare(for request: ThumbnailRequest) {
        let setup = setup(for: request, .jpeg, byteCount: 0)
        idle.withLock { idle in
            guard idle.isEmpty,
                let worker = try? WorkerProcess(inputSize: setup.inputSize, outputSize: setup.outputSize)
            else { return }
            worker.preload(setup.libraries)
            idle.append(worker)
        }
    }

    /// Ends the workers that have nothing to do.
    public func rest() {
        let workers = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
        extendLifetime(workers)
    }

    /// What holds a worker of this machine, found by starting one.
    package func report() throws(DecodingError) -> ConfinementReport {
        let worker = try worker(setup(for: ThumbnailRequest(), .jpeg, byteCount: 0))
        defer { keep(worker) }
        try worker.confirm(within: seconds)
        return ConfinementReport(
            process: worker.identifier, landlock: worker.confinement?.landlock ?? 0,
            isFiltered: worker.confinement?.isFiltered ?? false)
    }

    /// The processes of workers that wait for a picture, the one that decoded last at the end.
    package var waiting: [Int32] { idle.withLock { $0.map(\.identifier) } }

    // MARK: Workers

    /// The most workers that wait for a picture.
    private static let mostIdle = 16
    /// Shared memory for a picture, unless it is larger: the contract's largest download.
    private static let usualInput = 32 << 20
    /// Shared memory for pixels, unless more are asked for.
    private static let usualOutput = 4 << 20
    /// What a worker may take beside what the decoder itself estimates.
    private static let spareMemory = 48 << 20

    private func setup(
        for request: ThumbnailRequest, _ libraries: CodecLibraries, byteCount: Int
    ) -> WorkerSetup {
        let (limits, box) = (request.limits, request.box.area)
        let pixels = min(box, limits.maxPixels, request.maxArea ?? .max)
        let memory = min(max(limits.memory, 0), 1 << 50)
        return WorkerSetup(
            libraries: libraries, inputSize: max(Self.usualInput, byteCount),
            outputSize: max(Self.usualOutput, pixels * 4), memory: memory + Self.spareMemory,
            processorSeconds: seconds * 2, protections: protections)
    }

    /// Takes a worker that is or can be set up so, or starts one.
    private func worker(_ setup: WorkerSetup) throws(DecodingError) -> WorkerProcess {
        let known = idle.withLock { idle in
            let index = idle.lastIndex { $0.fits(setup) }
            return index.map { idle.remove(at: $0) }
        }
        let worker =
            if let known { known } else {
                try WorkerProcess(inputSize: setup.inputSize, outputSize: setup.outputSize)
            }
        if worker.setup == nil {
            var setup = setup
            (setup.inputSize, setup.outputSize) = (worker.inputSize, worker.outputSize)
            worker.setUp(setup)
        }
        return worker
    }

    /// Keeps a worker for the next picture, unless it has done enough.
    private func keep(_ worker: WorkerProcess) {
        guard !worker.isSpent, worker.busyTime < UInt64(seconds) * 1_000_000_000 else { return }
        let surplus = idle.withLock { idle in
            idle.append(worker)
            return idle.count > Self.mostIdle ? idle.removeFirst() : nil
        }
        extendLifetime(surplus)
    }
}

extension WorkerProcess {
    /// Whether it does for pictures of a setup.
    fileprivate func fits(_ wanted: WorkerSetup) -> Bool {
        guard inputSize >= wanted.inputSize, outputSize >= wanted.outputSize else { return false }
        guard let setup else { return true }
        return setup.libraries.isSuperset(of: wanted.libraries) && setup.memory == wanted.memory
            && setup.protections == wanted.protections
    }
}

/// What holds a worker.
package struct ConfinementReport: Equatable, Sendable {
    /// The worker's process.
    package var process: Int32
    /// The version of Landlock; 0 where the kernel has none.
    package var landlock: Int
    /// Whether its system calls are filtered.
    package var isFiltered: Bool
}
