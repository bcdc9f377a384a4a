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
    /// The largest number of samples that a target sample is made of.
    let longest: Int
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
        var counts: [Int] = []
        var packed: [Int16] = []
        starts.reserveCapacity(targetCount)
        counts.reserveCapacity(targetCount)
        packed.reserveCapacity(Int(6 * max(scale, 1) + 2) * targetCount)
        var exact: [Double] = []
        var longest = 1
        for index in 0..<targetCount {
            let centre = offset * factor + (Double(index) + 0.5) * scale
            var first = Self.exactWeights(
                centre: centre, width: max(scale, 1), sampleCount: doubledCount ?? sampleCount, into: &exact)
            if doubledCount != nil { first = Self.fold(&exact, from: first, sampleCount: sampleCount) }
            let (skipped, count) = Self.appendQuantized(exact, to: &packed)
            starts.append(UInt32(first + skipped))
            counts.append(count)
            longest = max(longest, count)
        }
        let taps = (longest + 7) & ~7
        var weights = [Int16](repeating: 0, count: taps * targetCount)
        var place = 0
        for index in 0..<targetCount {
            for tap in 0..<counts[index] { weights[index * taps + tap] = packed[place + tap] }
            place += counts[index]
        }
        self.sampleCount = sampleCount
        self.taps = taps
        self.starts = starts
        self.counts = counts
        self.longest = longest
        self.weights = weights
    }

    /// The sample after the last that target sample `index` is made of.
    func end(_ index: Int) -> Int { Int(starts[index]) + counts[index] }

    /// Sets the weights of the samples around a centre, beyond the ends of which there is nothing; gives the first's place.
    private static func exactWeights(
        centre: Double, width: Double, sampleCount: Int, into weights: inout [Double]
    ) -> Int {
        let first = min(max(Int((centre - 3 * width + 0.5).rounded(.down)), 0), sampleCount - 1)
        let last = min(max(Int((centre + 3 * width - 0.5).rounded(.up)), first), sampleCount - 1)
        weights.removeAll(keepingCapacity: true)
        let step = 1 / width
        for sample in first...last { weights.append(lanczos3((Double(sample) + 0.5 - centre) * step)) }
        return first
    }

    /// Makes the weights of samples of those they were doubled to: each of these stands a quarter from its neighbour.
    private static func fold(_ weights: inout [Double], from first: Int, sampleCount: Int) -> Int {
        let start = max((first - 1) / 2, 0)
        let end = min((first + weights.count) / 2, sampleCount - 1)
        var folded = [Double](repeating: 0, count: end - start + 1)
        for index in 0..<weights.count {
            let place = first + index
            let near = place / 2
            let far = min(max(place % 2 == 0 ? near - 1 : near + 1, 0), sampleCount - 1)
            folded[near - start] += weights[index] * 0.75
            folded[far - start] += weights[index] * 0.25
        }
        weights = folded
        return start
    }

    /// Appends weights in fixed point that add up to exactly `one`, without zeros at either end.
    ///
    /// - Returns: how many zeros at the beginning were left out, and how many weights were appended.
    private static func appendQuantized(_ exact: [Double], to packed: inout [Int16]) -> (skipped: Int, count: Int) {
        var (sum, peak) = (0.0, 0)
        for (index, weight) in exact.enumerated() {
            sum += weight
            if weight > exact[peak] { peak = index }
        }
        // Where so little of the kernel meets samples that they would be exaggerated, the nearest stands for all.
        guard exact[peak] < 1.9 * sum else {
            packed.append(Int16(one))
            return (peak, 1)
        }
        let (unit, start) = (Double(one) / sum, packed.count)
        var total = 0
        for weight in exact {
            let fixed = Int16((weight * unit).rounded())
            total += Int(fixed)
            packed.append(fixed)
        }
        packed[start + peak] += Int16(one - total)
        while packed.count > start + 1, packed[packed.count - 1] == 0 { packed.removeLast() }
        var skipped = 0
        while start + skipped < packed.count - 1, packed[start + skipped] == 0 { skipped += 1 }
        if skipped > 0 { packed.removeSubrange(start..<start + skipped) }
        return (skipped, packed.count - start)
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

    /// The sine of an angle from 0 to π/2, by its power series; within 1e-11.
    private static func sine(_ angle: Double) -> Double {
        let square = angle * angle
        var sum = 1 - square * (1 / 210)
        sum = 1 - square * (1 / 156) * sum
        sum = 1 - square * (1 / 110) * sum
        sum = 1 - square * (1 / 72) * sum
        sum = 1 - square * (1 / 42) * sum
        sum = 1 - square * (1 / 20) * sum
        return angle * (1 - square * (1 / 6) * sum)
    }
}
