/// The weights by which the samples along one axis become target samples: lanczos3 in 14-bit fixed point.
///
/// Built with additions, multiplications, divisions and square-free polynomials only, which IEEE 754 rounds the same
/// everywhere, so that every machine gets the same table.
struct FilterTable: Equatable, Sendable {
    /// One, in a weight's fixed point.
    static let one = 1 << 14

    /// How many samples there are to take from.
    let sampleCount: Int
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
    ///   - doubledCount: where the samples are to be scaled as if they had first been doubled by linear interpolation,
    ///     as JPEG decoders do with chroma: how many of the doubled samples count.
    init(sampleCount: Int, offset: Double, length: Double, targetCount: Int, doubledCount: Int? = nil) {
        let factor = doubledCount == nil ? 1.0 : 2.0
        let scale = length * factor / Double(targetCount)
        var starts: [UInt32] = []
        var rows: [[Int16]] = []
        starts.reserveCapacity(targetCount)
        rows.reserveCapacity(targetCount)
        for index in 0..<targetCount {
            let centre = offset * factor + (Double(index) + 0.5) * scale
            var (first, exact) = Self.exactWeights(
                centre: centre, width: max(scale, 1), sampleCount: doubledCount ?? sampleCount)
            if doubledCount != nil { (first, exact) = Self.folded(exact, from: first, sampleCount: sampleCount) }
            let (skipped, fixed) = Self.quantized(exact)
            starts.append(UInt32(first + skipped))
            rows.append(fixed)
        }
        let taps = ((rows.map(\.count).max() ?? 1) + 7) & ~7
        var weights = [Int16](repeating: 0, count: taps * targetCount)
        for (index, row) in rows.enumerated() {
            weights.replaceSubrange(index * taps..<index * taps + row.count, with: row)
        }
        self.sampleCount = sampleCount
        self.taps = taps
        self.starts = starts
        self.counts = rows.map(\.count)
        self.weights = weights
    }

    /// The largest number of samples that a target sample is made of.
    var longest: Int { counts.max() ?? 1 }

    /// The sample after the last that target sample `index` is made of.
    func end(_ index: Int) -> Int { Int(starts[index]) + counts[index] }

    /// The weights of the samples around a centre, and the first of them; beyond the ends there is nothing.
    private static func exactWeights(centre: Double, width: Double, sampleCount: Int) -> (Int, [Double]) {
        let first = min(max(Int((centre - 3 * width + 0.5).rounded(.down)), 0), sampleCount - 1)
        let last = min(max(Int((centre + 3 * width - 0.5).rounded(.up)), first), sampleCount - 1)
        let weights = (first...last).map { lanczos3((Double($0) + 0.5 - centre) / width) }
        return weights.reduce(0, +) > 0 ? (first, weights) : (first, [1])
    }

    /// The weights of samples, from those of the samples they were doubled to: each stands a quarter from its neighbour.
    private static func folded(_ doubled: [Double], from first: Int, sampleCount: Int) -> (Int, [Double]) {
        let start = max((first - 1) / 2, 0)
        let end = min((first + doubled.count) / 2, sampleCount - 1)
        var weights = [Double](repeating: 0, count: end - start + 1)
        for (index, weight) in doubled.enumerated() {
            let place = first + index
            let near = place / 2
            let far = min(max(place % 2 == 0 ? near - 1 : near + 1, 0), sampleCount - 1)
            weights[near - start] += weight * 0.75
            weights[far - start] += weight * 0.25
        }
        return (start, weights)
    }

    /// Weights in fixed point that add up to exactly `one`, and how many zeros at the beginning were left out.
    private static func quantized(_ exact: [Double]) -> (skipped: Int, weights: [Int16]) {
        let unit = Double(one) / exact.reduce(0, +)
        var fixed = exact.map { Int16(($0 * unit).rounded()) }
        var largest = 0
        for index in fixed.indices where fixed[index] > fixed[largest] { largest = index }
        fixed[largest] += Int16(one - fixed.reduce(0) { $0 + Int($1) })
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
