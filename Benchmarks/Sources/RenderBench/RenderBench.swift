import FoundationEssentials
import Glibc
import PhotoWidget

/// Times the drawing of the budget widget at systemMedium@2x in one process: view, layout, painting; then the PNG.
///
/// The first picture also looks for the fonts. Every other one measures and shapes its texts anew, as a widget does whose
/// texts have changed, unless `--same` is given.
@main
@MainActor
enum RenderBench {
    static func main() throws {
        let keepsTexts = CommandLine.arguments.contains("--same")
        let folder = "/tmp/photowidget-renderbench-\(getpid())"
        let engine = WidgetEngine(
            Budget.description(stateDirectory: folder, language: "ko", now: { Date() }),
            instance: WidgetInstance(WidgetID(kind: Budget.kind)), stateDirectory: folder, now: { Date() })
        let renderer = WidgetRenderer()
        let first = try measure(rounds: 1) {
            try engine.render(with: renderer, scale: 2, scheme: .light).picture
        }
        print("first picture: \(first.milliseconds) ms")
        let rounds = 200
        let warm = try measure(rounds: rounds) {
            try engine.render(with: keepsTexts ? renderer : try renderer.forgetting(), scale: 2, scheme: .light).picture
        }
        print("picture: median of \(rounds): \(warm.milliseconds) ms")
        let encoded = measure(rounds: rounds) { PNGEncoder.encode(warm.result.bitmap) }
        print("PNG: median of \(rounds): \(encoded.milliseconds) ms, \(encoded.result.count) bytes")
        print("peak memory: \(peak()) KiB")
    }

    private static func measure<Result>(
        rounds: Int, _ body: () throws -> Result
    ) rethrows -> (result: Result, milliseconds: Double) {
        var times: [Double] = []
        var result = try timed(body, &times)
        for _ in 1..<max(rounds, 1) { result = try timed(body, &times) }
        let median = times.sorted()[times.count / 2]
        return (result, (median * 1000).rounded() / 1000)
    }

    private static func timed<Result>(_ body: () throws -> Result, _ times: inout [Double]) rethrows -> Result {
        let start = now()
        let result = try body()
        times.append(now() - start)
        return result
    }

    /// Milliseconds of this process's own time, on which a busy machine has the least influence.
    private static func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    private static func peak() -> Int {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }
}
