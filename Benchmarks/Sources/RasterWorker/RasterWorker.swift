import Glibc
import Raster

/// Decodes pictures on demand and says what it cost: a line `MODE PATH SIZE REPETITIONS [DUMP]` on stdin gives
/// `WALL_US CPU_US MAXRSS_KB WIDTH HEIGHT` on stdout, per repetition.
///
/// Modes: `strict`, `trusted`, `lenient`. The dump holds the last result's RGBA bytes. What fails gives `ERROR` and why.
@main
enum RasterWorker {
    static func main() {
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            guard words.count >= 4, let size = Int(words[2]), let repetitions = Int(words[3]), repetitions > 0 else {
                continue
            }
            var request = ThumbnailRequest(box: PixelSize(width: size, height: size))
            request.strictness = words[0] == "lenient" ? .lenient : words[0] == "trusted" ? .trusted : .strict
            run(path: words[1], request, repetitions, dump: words.count > 4 ? words[4] : nil)
            fflush(nil)
        }
    }

    private static func run(path: String, _ request: ThumbnailRequest, _ repetitions: Int, dump: String?) {
        let start = (clock(CLOCK_MONOTONIC), clock(CLOCK_PROCESS_CPUTIME_ID))
        var bitmap: Bitmap?
        do {
            for _ in 0..<repetitions {
                bitmap = try ImageDecoders.thumbnail(of: read(path).span.bytes, request).bitmap
            }
        } catch {
            print("ERROR \(error)")
            return
        }
        let wall = (clock(CLOCK_MONOTONIC) - start.0) / Double(repetitions)
        let cpu = (clock(CLOCK_PROCESS_CPUTIME_ID) - start.1) / Double(repetitions)
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        guard let bitmap else { return }
        if let dump, let file = fopen(dump, "wb") {
            fwrite(bitmap.pixels, 1, bitmap.pixels.count, file)
            fclose(file)
        }
        print("\(wall) \(cpu) \(usage.ru_maxrss) \(bitmap.size.width) \(bitmap.size.height)")
    }

    /// The time of a clock, in microseconds.
    private static func clock(_ id: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(id, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    private static func read(_ path: String) -> [UInt8] {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var status = stat()
        fstat(file, &status)
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            while count < buffer.count {
                let got = Glibc.read(file, base + count, buffer.count - count)
                guard got > 0 else { return }
                count += got
            }
        }
    }
}
