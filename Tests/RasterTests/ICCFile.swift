@testable import Raster

/// A colour profile made tag by tag: primaries as XYZ under D50, and one curve for all.
struct ICCFile {
    var space = "RGB "
    var kind = "mntr"
    var tags: [(signature: String, data: [UInt8])] = []

    /// A monitor's profile of a gamma; `nil` for sRGB's curve.
    static func rgb(red: [Double], green: [Double], blue: [Double], gamma: Double?) -> ICCFile {
        var file = ICCFile()
        for (name, place) in [("rXYZ", red), ("gXYZ", green), ("bXYZ", blue)] {
            var data = Array("XYZ \0\0\0\0".utf8)
            for number in place { data.append(fixed: number) }
            file.tags.append((name, data))
        }
        for name in ["rTRC", "gTRC", "bTRC"] { file.tags.append((name, Self.curve(gamma))) }
        return file
    }

    /// sRGB itself.
    static let sRGB = rgb(
        red: [0.4361, 0.2225, 0.0139], green: [0.3851, 0.7169, 0.0971], blue: [0.1431, 0.0606, 0.7141], gamma: nil)

    /// A gray profile of a gamma.
    static func gray(gamma: Double) -> ICCFile {
        var file = ICCFile(space: "GRAY")
        var white = Array("XYZ \0\0\0\0".utf8)
        for number in [0.9642, 1, 0.8249] { white.append(fixed: number) }
        file.tags = [("wtpt", white), ("kTRC", curve(gamma))]
        return file
    }

    private static func curve(_ gamma: Double?) -> [UInt8] {
        var data = Array("para\0\0\0\0".utf8)
        data += gamma == nil ? [0, 3, 0, 0] : [0, 0, 0, 0]
        for number in gamma.map({ [$0] }) ?? [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] {
            data.append(fixed: number)
        }
        return data
    }

    /// The file.
    var bytes: [UInt8] {
        var table: [UInt8] = []
        var body: [UInt8] = []
        table.append(bigEndian: UInt32(tags.count))
        for tag in tags {
            table += Array(tag.signature.utf8)
            table.append(bigEndian: UInt32(132 + tags.count * 12 + body.count))
            table.append(bigEndian: UInt32(tag.data.count))
            body += tag.data
        }
        var header: [UInt8] = []
        header.append(bigEndian: UInt32(128 + table.count + body.count))
        header += Array("none".utf8) + [4, 0, 0, 0] + Array((kind + space + "XYZ ").utf8)
        header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
        for number in [0.9642, 1, 0.8249] { header.append(fixed: number) }
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return header + table + body
    }
}

extension [UInt8] {
    /// Appends a number with 16 fractional bits.
    fileprivate mutating func append(fixed number: Double) {
        append(bigEndian: UInt32(bitPattern: Int32((number * 65536).rounded())))
    }
}
