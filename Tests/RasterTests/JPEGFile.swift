@testable import Raster

/// A JPEG of flat blocks, made segment by segment, so that a test can break it where it wants.
struct JPEGFile {
    /// A component's number, its sampling factors, and the sample that a block shows.
    struct Component {
        var id: UInt8
        var horizontal = 1
        var vertical = 1
        var sample: (_ column: Int, _ row: Int) -> Int
    }

    var width: Int
    var height: Int
    var components: [Component]
    /// The start-of-frame marker's second byte: 0xC0 baseline, 0xC2 progressive.
    var frame: UInt8 = 0xC0
    var precision: UInt8 = 8
    /// The size that the header claims; `nil` for the true one.
    var claimedSize: PixelSize?
    /// Segments that stand between the file's start and the tables.
    var segments: [(marker: UInt8, body: [UInt8])] = []
    /// Blocks between restart markers; 0 for none.
    var restartInterval = 0

    /// A gray picture whose blocks show `sample`.
    static func gray(width: Int, height: Int, sample: @escaping (Int, Int) -> Int) -> JPEGFile {
        JPEGFile(width: width, height: height, components: [Component(id: 1, sample: sample)])
    }

    /// A picture of three components of one flat colour, chroma sampled as told.
    static func color(
        _ first: Int, _ second: Int, _ third: Int, width: Int = 32, height: Int = 24, horizontal: Int = 1,
        vertical: Int = 1, ids: [UInt8] = [1, 2, 3]
    ) -> JPEGFile {
        JPEGFile(
            width: width, height: height,
            components: [
                Component(id: ids[0], horizontal: horizontal, vertical: vertical) { _, _ in first },
                Component(id: ids[1]) { _, _ in second }, Component(id: ids[2]) { _, _ in third },
            ])
    }

    /// The file.
    var bytes: [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8]
        for segment in segments { file += Self.segment(segment.marker, segment.body) }
        // Every quantizer is 8, so that a block's mean coefficient is its sample less 128.
        file += Self.segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
        var header: [UInt8] = [precision]
        let size = claimedSize ?? PixelSize(width: width, height: height)
        header += [size.height >> 8, size.height & 255, size.width >> 8, size.width & 255].map { UInt8($0) }
        header.append(UInt8(components.count))
        for component in components {
            header += [component.id, UInt8(component.horizontal << 4 | component.vertical), 0]
        }
        file += Self.segment(frame, header)
        // DC: twelve codes of four bits. AC: one code of one bit, the end of the block.
        file += Self.segment(0xC4, [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + (0..<12).map(UInt8.init))
        file += Self.segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        if restartInterval > 0 {
            file += Self.segment(0xDD, [UInt8(restartInterval >> 8), UInt8(restartInterval & 255)])
        }
        if frame == 0xC2 {
            file += scan(Array(components.indices), 0...0)
            for index in components.indices { file += scan([index], 1...63) }
        } else {
            file += scan(Array(components.indices), 0...63)
        }
        return file + [0xFF, 0xD9]
    }

    private var maxHorizontal: Int { components.map { $0.horizontal }.max() ?? 1 }
    private var maxVertical: Int { components.map { $0.vertical }.max() ?? 1 }

    private func scan(_ members: [Int], _ band: ClosedRange<Int>) -> [UInt8] {
        var header = [UInt8(members.count)]
        for member in members { header += [components[member].id, 0] }
        header += [UInt8(band.lowerBound), UInt8(band.upperBound), 0]
        var bits = EntropyBits()
        var last = [Int](repeating: 0, count: components.count)
        var restarts = 0
        for (count, unit) in units(members).enumerated() {
            if restartInterval > 0, count > 0, count % restartInterval == 0 {
                bits.restart(restarts)
                restarts = (restarts + 1) % 8
                last = [Int](repeating: 0, count: components.count)
            }
            for block in unit {
                if band.lowerBound == 0 {
                    let value = components[block.component].sample(block.column, block.row) - 128
                    bits.appendDifference(value - last[block.component])
                    last[block.component] = value
                }
                if band.upperBound > 0 { bits.append(0, count: 1) }
            }
        }
        return Self.segment(0xDA, header) + bits.flushed()
    }

    private func units(_ members: [Int]) -> [[(component: Int, column: Int, row: Int)]] {
        if members.count == 1 {
            // A scan of one component has no padding to whole units.
            let component = components[members[0]]
            let columns = ((width * component.horizontal + maxHorizontal - 1) / maxHorizontal + 7) / 8
            let rows = ((height * component.vertical + maxVertical - 1) / maxVertical + 7) / 8
            return (0..<rows).flatMap { row in (0..<columns).map { [(members[0], $0, row)] } }
        }
        let columns = (width + 8 * maxHorizontal - 1) / (8 * maxHorizontal)
        let rows = (height + 8 * maxVertical - 1) / (8 * maxVertical)
        return (0..<rows).flatMap { row in
            (0..<columns).map { column in
                members.flatMap { member in
                    let (across, down) = (components[member].horizontal, components[member].vertical)
                    return (0..<down).flatMap { y in
                        (0..<across).map { (member, column * across + $0, row * down + y) }
                    }
                }
            }
        }
    }

    private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }
}

/// Bits on their way into entropy-coded data.
private struct EntropyBits {
    private var bytes: [UInt8] = []
    private var pending = 0
    private var count = 0

    mutating func append(_ value: Int, count: Int) {
        for bit in (0..<count).reversed() {
            pending = pending << 1 | (value >> bit & 1)
            self.count += 1
            if self.count == 8 { flushByte() }
        }
    }

    mutating func appendDifference(_ difference: Int) {
        let size = Int.bitWidth - difference.magnitude.leadingZeroBitCount
        append(size, count: 4)
        append(difference < 0 ? difference - 1 + (1 << size) : difference, count: size)
    }

    mutating func restart(_ number: Int) {
        pad()
        bytes += [0xFF, UInt8(0xD0 + number)]
    }

    mutating func flushed() -> [UInt8] {
        pad()
        return bytes
    }

    private mutating func pad() {
        while count > 0 { append(1, count: 1) }
    }

    private mutating func flushByte() {
        bytes.append(UInt8(pending))
        if pending == 0xFF { bytes.append(0) }
        pending = 0
        count = 0
    }
}
