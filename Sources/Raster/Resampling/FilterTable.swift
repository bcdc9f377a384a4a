/// The weights by which the samples along one axis become target samples: lanczos3 in 14-bit fixed point.
///
/// Built with additions, multiplications, divisions and square-free polynomials only, which IEEE 754 rounds the same
/// everywhere, so that every machine gets the same table.
struct FilterTable: Equatable, Sendable {
    /// One, in a weight's fixed point.
    static let one = 1 << 14

    /// The number of weights kept for each target sample: a multiple of 8; the rest after `counts` is zero.
    let taps: Int
    /// The first sample each target sample is made of.
    let starts: [UInt32]
    /// How many samples each target sample is made of.
    let counts: [Int]
    /// `taps` weights for each target sample; they add up to `one`.
    let weights: [Int16]

    /// Makes the table that scales a stretch of samples.
    ///
    /// - Parameters:
    ///   - sampleCount: how many samples there are.
    ///   - offset: where the stretch begins, in samples from the outer edge of the first.
    ///   - length: how long the stretch is, in samples.
    ///   - targetCount: how many samples it becomes.
    init(sampleCount: Int, offset: Double, length: Double, targetCount: Int) {
        let scale = length / Double(targetCount)
        let width = max(scale, 1)
        var starts: [UInt32] = []
        var counts: [Int] = []
        var rows: [[Int16]] = []
        starts.reserveCapacity(targetCount)
        counts.reserveCapacity(targetCount)
        rows.reserveCapacity(targetCount)
        var exact: [Double] = []
        for index in 0..<targetCount {
            let centre = offset + (Double(index) + 0.5) * scale
            // An end that lies outside has nothing to give: the nearest samples carry the whole weight.
            let first = min(max(Int((centre - 3 * width + 0.5).rounded(.down)), 0), sampleCount - 1)
            let last = min(max(Int((centre + 3 * width - 0.5).rounded(.up)), first), sampleCount - 1)
            exact.removeAll(keepingCapacity: true)
            var sum = 0.0
            for sample in first...last {
                let weight = Self.lanczos3((Double(sample) + 0.5 - centre) / width)
                exact.append(weight)
                sum += weight
            }
            if sum <= 0 {
                exact = [1]
                sum = 1
            }
            let (skipped, fixed) = Self.quantized(exact, sum: sum)
            starts.append(UInt32(first + skipped))
            counts.append(fixed.count)
            rows.append(fixed)
        }
        let longest = counts.max() ?? 1
        let taps = (longest + 7) & ~7
        var weights = [Int16](repeating: 0, count: taps * targetCount)
        for (index, row) in rows.enumerated() {
            weights.replaceSubrange(index * taps..<index * taps + row.count, with: row)
        }
        self.taps = taps
        self.starts = starts
        self.counts = counts
        self.weights = weights
    }

    /// The largest number of samples that a target sample is made of.
    var longest: Int { counts.max() ?? 1 }

    /// The sample after the last that target sample `index` is made of.
    func end(_ index: Int) -> Int { Int(starts[index]) + counts[index] }

    /// Weights in fixed point that add up to exactly `one`, and how many zeros at the beginning were left out.
    private static func quantized(_ exact: [Double], sum: Double) -> (skipped: Int, weights: [Int16]) {
        var total = 0
        var largest = 0
        var fixed: [Int16] = []
        fixed.reserveCapacity(exact.count)
        for (index, weight) in exact.enumerated() {
            let value = Int((weight / sum * Double(one)).rounded())
            fixed.append(Int16(value))
            total += value
            if value > Int(fixed[largest]) { largest = index }
        }
        fixed[largest] += Int16(one - total)
        let skipped = fixed.firstIndex { $0 != 0 } ?? 0
        let end = (fixed.lastIndex { $0 != 0 } ?? 0) + 1
        return (skipped, Array(fixed[skipped..<end]))
    }

    /// Lanczos' windowed sinc with three lobes.
    ///
    /// With a = πx/3, sin(3a) = 3 sin a - 4 sin³ a turns the product of both sines into one sine.
    static func lanczos3(_ x: Double) -> Double {
        let distance = x.magnitude
        if distance >= 3 { return 0 }
        if distance < 1e-9 { return 1 }
        let angle = Double.pi / 3 * distance
        let sine = Self.sine(min(angle, Double.pi - angle))
        let square = sine * sine
        return square * (3 - 4 * square) / (3 * angle * angle)
    }

    /// The sine of an angle from 0 to π/2, by its power series; within 1e-12.
    private static func sine(_ angle: Double) -> Double {
        let square = angle * angle
        var sum = 1.0
        var divisor = 16.0
        while divisor > 0 {
            sum = 1 - square / (divisor * (divisor + 1)) * sum
            divisor -= 2
        }
        return angle * sum
    }
}
