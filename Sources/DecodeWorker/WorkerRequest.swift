internal import Raster

/// A picture to decode: how many bytes of the input are its, and what is asked.
struct WorkerRequest: Equatable {
    /// How many bytes it has.
    var byteCount: Int
    /// What is asked.
    var thumbnail: ThumbnailRequest

    /// The message that says so.
    var message: [UInt8] {
        let limits = thumbnail.limits
        var writer = MessageWriter(kind: Message.decode)
        for number in [
            byteCount, thumbnail.box.width, thumbnail.box.height, thumbnail.maxArea ?? -1, limits.maxPixels,
            limits.memory, limits.maxScans,
        ] {
            writer.append(number)
        }
        writer.append(thumbnail.fit.rawValue)
        writer.append(Self.strictnesses.firstIndex(of: thumbnail.strictness) ?? 0)
        writer.append(limits.formats.map(\.rawValue).joined(separator: " "))
        return writer.bytes
    }

    private static let strictnesses: [Strictness] = [.strict, .lenient, .trusted]

    /// Reads what ``message`` says.
    init?(_ reader: inout MessageReader) {
        guard let byteCount = reader.number(in: 0...Int.max), let width = reader.number(in: 1...Int.max),
            let height = reader.number(in: 1...Int.max), let area = reader.number(),
            let maxPixels = reader.number(), let memory = reader.number(), let maxScans = reader.number(),
            let fit = reader.text().flatMap(Fit.init),
            let strictness = reader.number(in: 0...Self.strictnesses.count - 1), let formats = reader.text()
        else { return nil }
        self.byteCount = byteCount
        var limits = DecodingLimits(maxPixels: maxPixels, memory: memory, maxScans: maxScans)
        limits.formats = Set(formats.split(separator: " ").compactMap { ImageFormat(rawValue: String($0)) })
        thumbnail = ThumbnailRequest(
            box: PixelSize(width: width, height: height), fit: fit, maxArea: area < 0 ? nil : area, limits: limits,
            strictness: Self.strictnesses[strictness])
    }

    /// Asks for a thumbnail of so many bytes.
    init(byteCount: Int, _ thumbnail: ThumbnailRequest) {
        self.byteCount = byteCount
        self.thumbnail = thumbnail
    }
}
