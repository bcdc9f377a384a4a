internal import CPangoCairo

/// A text that Pango has shaped, to be broken into lines and painted.
///
/// Not to be used by two threads at a time, nor while another text of the same fonts is. It is `@unchecked Sendable` since
/// the text engine alone makes and keeps one, and touches it under its lock only, the handle being private.
@safe final class ShapedText: @unchecked Sendable {
    /// How each run is painted, in the order of the runs that Pango knows; empty runs are left out.
    let paints: [Paint]
    private let handle: OpaquePointer

    /// The most characters of one text that are shaped; what comes after would be in no widget's sight.
    private static let characterLimit = 10_000
    /// The ems, in points, between which sizes of fonts are kept.
    private static let sizes = 0.5...2000

    /// Shapes a text, its fonts so many times as large; `nil` where there is nothing to shape, or no memory.
    init?(_ text: StyledText, factor: Double, settings: FontSettings, fonts: OpaquePointer) {
        var bytes: [UInt8] = []
        var ends: [Int32] = []
        var looks = unsafe [CPangoCairo_Look]()
        var families: [[CChar]] = []
        var paints: [Paint] = []
        var rest = Self.characterLimit
        for run in text.runs where !run.string.isEmpty && rest > 0 {
            let characters = run.string.prefix(rest)
            rest -= characters.count
            Self.append(characters, to: &bytes)
            guard bytes.count > Int(ends.last ?? 0) else { continue }
            ends.append(Int32(bytes.count))
            let choice = settings.choice(for: run.font)
            families.append(Array(choice.family.utf8CString))
            unsafe looks.append(Self.look(of: run, factor: factor, lineHeight: choice.lineHeight))
            paints.append(run.paint)
        }
        guard !paints.isEmpty else { return nil }
        let made = unsafe Self.withPointers(to: families[...]) { pointers in
            for index in unsafe looks.indices { unsafe looks[index].family = pointers[index] }
            return unsafe bytes.withUnsafeBytes { raw in
                unsafe CPangoCairo_create_text(
                    fonts, raw.bindMemory(to: CChar.self).baseAddress, Int32(raw.count), looks, ends, looks.count)
            }
        }
        guard let made = unsafe made else { return nil }
        unsafe handle = made
        self.paints = paints
    }

    deinit { unsafe CPangoCairo_destroy_text(handle) }

    /// Breaks the text into lines.
    func layOut(_ room: CPangoCairo_Room) -> CPangoCairo_Extents { unsafe CPangoCairo_lay_out_text(handle, room) }

    /// Paints a run's glyphs with the surface's source; the text's top-left corner is at a place in points.
    func paintRun(_ run: Int, on canvas: OpaquePointer, at origin: Point, width: Double, scale: Double) {
        unsafe CPangoCairo_draw_run(canvas, handle, run, origin.x, origin.y, width, scale)
    }

    private static func look(of run: StyledText.Run, factor: Double, lineHeight: Double) -> CPangoCairo_Look {
        func points(_ value: Double) -> Double { value.isFinite ? min(max(value * factor, -1000), 1000) : 0 }
        var size = run.font.size * factor
        size = size.isFinite ? min(max(size, sizes.lowerBound), sizes.upperBound) : sizes.lowerBound
        return unsafe CPangoCairo_Look(
            family: nil, size: size, weight: Int32(run.font.weight.value), is_italic: run.font.isItalic,
            has_tabular_digits: run.font.hasMonospacedDigits, is_struck_through: run.isStruckThrough,
            is_underlined: run.isUnderlined, kerning: points(run.kerning), rise: points(run.baselineOffset),
            line_height: lineHeight * size)
    }

    /// Appends UTF-8 in which U+2028 stands for whatever ends a line: of several paragraphs Pango counts the lines of each.
    private static func append(_ characters: Substring, to bytes: inout [UInt8]) {
        for character in characters {
            if character == "\0" { continue }
            if character.isNewline {
                bytes += Array("\u{2028}".utf8)
            } else {
                bytes += Array(character.utf8)
            }
        }
    }

    private static func withPointers<Result>(
        to strings: ArraySlice<[CChar]>, _ known: [UnsafePointer<CChar>?] = unsafe [],
        _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        guard let first = strings.first else { return unsafe body(known) }
        return unsafe first.withUnsafeBufferPointer { pointer in
            unsafe withPointers(to: strings.dropFirst(), known + [pointer.baseAddress], body)
        }
    }
}
