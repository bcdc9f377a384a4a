import CResample
import Glibc

/// Times the filter along rows in C, portable and AVX2, and in Swift's SIMD types: 1000 rows of 1024 samples to 500.
@main
enum KernelBench {
    static func main() {
        let (source, target, taps) = (1024, 500, 16)
        let row = (0..<source + taps).map { Int16($0 * 7 % 256) }
        let starts = (0..<target).map { UInt32($0 * (source - taps) / target) }
        let weights = (0..<target * taps).map { Int16($0 * 31 % 1400 - 300) }
        var out = [Int16](repeating: 0, count: target)
        var results: [[Int16]] = []
        for (name, level) in [("C, portable", CResample_portable), ("C, best", CResample_best_level())] {
            measure(name) { CResample_filter_columns(level, row, &out, target, starts, weights, taps, 8) }
            results.append(out)
        }
        measure("Swift, SIMD16<Int32>") { filterWide(row, &out, starts, weights, taps) }
        results.append(out)
        measure("Swift, plain loop") { filterPlain(row, &out, starts, weights, taps) }
        results.append(out)
        precondition(results.allSatisfy { $0 == results[0] }, "the kernels differ")
    }

    private static func measure(_ name: String, _ body: () -> Void) {
        var best = Double.infinity
        for _ in 0..<20 {
            let start = now()
            for _ in 0..<1000 { body() }
            best = min(best, now() - start)
        }
        print("\(name): \((best / 10).rounded() / 100) ms")
    }

    /// Microseconds of CPU time.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    private static func filterWide(
        _ row: [Int16], _ out: inout [Int16], _ starts: [UInt32], _ weights: [Int16], _ taps: Int
    ) {
        row.withUnsafeBytes { row in
            weights.withUnsafeBytes { weights in
                for x in 0..<out.count {
                    var sum = SIMD16<Int32>.zero
                    for tap in stride(from: 0, to: taps, by: 16) {
                        let samples = row.loadUnaligned(
                            fromByteOffset: (Int(starts[x]) + tap) * 2, as: SIMD16<Int16>.self)
                        let weight = weights.loadUnaligned(fromByteOffset: (x * taps + tap) * 2, as: SIMD16<Int16>.self)
                        sum &+= SIMD16<Int32>(truncatingIfNeeded: samples) &* SIMD16<Int32>(truncatingIfNeeded: weight)
                    }
                    out[x] = Int16(clamping: (sum.wrappedSum() &+ 128) >> 8)
                }
            }
        }
    }

    private static func filterPlain(
        _ row: [Int16], _ out: inout [Int16], _ starts: [UInt32], _ weights: [Int16], _ taps: Int
    ) {
        row.withUnsafeBufferPointer { row in
            weights.withUnsafeBufferPointer { weights in
                for x in 0..<out.count {
                    var sum: Int32 = 0
                    for tap in 0..<taps {
                        sum &+= Int32(row[Int(starts[x]) + tap]) &* Int32(weights[x * taps + tap])
                    }
                    out[x] = Int16(clamping: (sum &+ 128) >> 8)
                }
            }
        }
    }
}
