internal import CPangoCairo
internal import Synchronization

/// Text through Pango: how large it is, and its painting.
///
/// Fonts are looked for once, and what was measured is kept, so that an engine serves many pictures; it may be used from
/// any thread, one after the other.
package final class TextEngine: TextMeasuring {
    /// Which fonts are used.
    package let settings: FontSettings
    private let state: Mutex<State>

    /// How many texts are kept before all are dropped.
    private static let cacheLimit = 1000

    /// Looks for the fonts of this machine.
    ///
    /// - Throws: `RenderError.libraryMissing` where there is no Pango.
    package init(_ settings: FontSettings = FontSettings()) throws(RenderError) {
        guard CPangoCairo_load_library() else { throw .libraryMissing(package: "libpangocairo-1.0-0") }
        guard let fonts = unsafe CPangoCairo_create_fonts(settings.language) else { throw .failed }
        self.settings = settings
        state = unsafe Mutex(State(fonts: fonts))
    }

    /// The family that a name stands for on this machine, which may be another one's; `nil` where there are no fonts.
    package func family(for name: String) -> String? {
        state.withLock { state in
            var bytes = [CChar](repeating: 0, count: 200)
            let found = unsafe CPangoCairo_find_family(state.fonts, name, &bytes, bytes.count)
            let end = bytes.firstIndex(of: 0) ?? 0
            return found ? String(decoding: bytes[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
        }
    }

    /// Whether there is any font.
    var hasFonts: Bool { family(for: "sans-serif") != nil }

    /// Forgets what was measured and shaped, and keeps the fonts.
    package func forgetTexts() {
        state.withLock { state in
            state.texts.removeAll()
            state.metrics.removeAll()
        }
    }

    package func metrics(of text: StyledText, in room: Proposal) -> TextMetrics {
        state.withLock { state in
            let key = State.MeasureKey(text: text, room: room)
            if let known = state.metrics[key] { return known }
            let fitted = fit(text, in: room, &state)
            let extents = fitted?.extents ?? CPangoCairo_Extents()
            let metrics = TextMetrics(
                size: Size(width: extents.width, height: extents.height), firstBaseline: extents.first_baseline,
                lastBaseline: extents.last_baseline)
            if state.metrics.count > Self.cacheLimit { state.metrics.removeAll() }
            state.metrics[key] = metrics
            return metrics
        }
    }

    /// Paints a text into a frame, in points, and says what it found: characters without a glyph, and text cut off.
    func paint(_ text: StyledText, in frame: Rect, on surface: borrowing DrawingSurface, scale: Double) -> [Finding] {
        state.withLock { state in
            guard let fitted = fit(text, in: Proposal(frame.size), &state) else { return [] }
            for run in fitted.shaped.paints.indices {
                surface.setSource(fitted.shaped.paints[run], in: frame.scaled(by: scale), scale: scale)
                unsafe fitted.shaped.paintRun(
                    run, on: surface.canvas, at: frame.origin, width: frame.width, scale: scale)
            }
            var findings: [Finding] = []
            if fitted.extents.unknown_glyphs > 0 {
                findings.append(.missingGlyphs(count: Int(fitted.extents.unknown_glyphs), in: text.string))
            }
            if fitted.extents.is_truncated { findings.append(.truncatedText(text.string)) }
            return findings
        }
    }

    /// Breaks a text into lines: as large as it is, or as much smaller as it may be and has to be, else cut.
    ///
    /// What is measured in a room comes out the same in the frame of the size that was measured.
    private func fit(_ text: StyledText, in room: Proposal, _ state: inout State) -> Fitted? {
        let step = 0.05
        let smallest = min(max(text.minimumScaleFactor.usable ?? 1, step), 1)
        var factor = 1.0
        while true {
            guard let fitted = fit(text, in: room, factor: factor, &state) else { return nil }
            if !fitted.extents.is_truncated || factor <= smallest { return fitted }
            factor = max(factor - step, smallest)
        }
    }

    private func fit(_ text: StyledText, in room: Proposal, factor: Double, _ state: inout State) -> Fitted? {
        let key = State.ShapeKey(text: text, factor: factor)
        let shaped: ShapedText
        if let known = state.texts[key] {
            shaped = known
        } else {
            guard let new = unsafe ShapedText(text, factor: factor, settings: settings, fonts: state.fonts) else {
                return nil
            }
            if state.texts.count > Self.cacheLimit { state.texts.removeAll() }
            state.texts[key] = new
            shaped = new
        }
        let spacing = max(text.lineSpacing.usable ?? 0, 0)
        var request = CPangoCairo_Room(
            width: room.width.map { $0.isFinite ? max($0, 0) : -1 } ?? -1,
            lines: Int32(clamping: text.lineLimit ?? 0), truncation: text.truncation.pango,
            alignment: text.alignment.pango, line_spacing: spacing)
        var extents = shaped.layOut(request)
        // Half a pixel of the finest scale: what is told apart here cannot be seen.
        let slack = 0.1
        guard let height = room.height, extents.height > height + slack else { return Fitted(shaped, extents) }
        let line = (extents.height + spacing) / Double(max(extents.lines, 1))
        request.lines = Int32(max(((height + spacing + slack) / line).rounded(.down), 1))
        extents = shaped.layOut(request)
        while extents.height > height + slack, request.lines > 1 {
            request.lines -= 1
            extents = shaped.layOut(request)
        }
        return Fitted(shaped, extents)
    }

    /// A text broken into lines, until it is broken again.
    private struct Fitted {
        let shaped: ShapedText
        let extents: CPangoCairo_Extents

        init(_ shaped: ShapedText, _ extents: CPangoCairo_Extents) {
            self.shaped = shaped
            self.extents = extents
        }
    }

    /// Pango's objects, and what was found with them.
    @safe private struct State: ~Copyable {
        struct MeasureKey: Hashable {
            let text: StyledText
            let room: Proposal
        }

        struct ShapeKey: Hashable {
            let text: StyledText
            let factor: Double
        }

        let fonts: OpaquePointer
        var texts: [ShapeKey: ShapedText] = [:]
        var metrics: [MeasureKey: TextMetrics] = [:]

        init(fonts: OpaquePointer) { unsafe self.fonts = fonts }

        // The texts hold on to what they need of the fonts.
        deinit { unsafe CPangoCairo_destroy_fonts(fonts) }
    }
}

extension Text.TruncationMode {
    fileprivate var pango: CPangoCairo_Truncation {
        switch self {
        case .head: CPangoCairo_truncate_head
        case .middle: CPangoCairo_truncate_middle
        case .tail: CPangoCairo_truncate_tail
        }
    }
}

extension TextAlignment {
    fileprivate var pango: CPangoCairo_Alignment {
        switch self {
        case .leading: CPangoCairo_align_leading
        case .center: CPangoCairo_align_center
        case .trailing: CPangoCairo_align_trailing
        }
    }
}
