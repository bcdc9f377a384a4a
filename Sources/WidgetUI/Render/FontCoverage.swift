internal import CPangoCairo

/// What the fonts of this machine can write.
///
/// Looks for the fonts once; what it asks of them is forgotten with it.
@safe package struct FontCoverage: ~Copyable {
    /// The family that fontconfig gives for `sans-serif`; `nil` where there is no font at all.
    package let family: String?
    private let fonts: OpaquePointer

    /// Looks for the fonts.
    ///
    /// - Throws: `RenderError.libraryMissing` where there is no Pango.
    package init() throws(RenderError) {
        guard CPangoCairo_load_library() else { throw .libraryMissing(package: "libpangocairo-1.0-0") }
        guard let fonts = unsafe CPangoCairo_create_fonts(nil) else { throw .failed }
        unsafe self.fonts = fonts
        var bytes = [CChar](repeating: 0, count: 200)
        let isThere = unsafe CPangoCairo_find_family(fonts, "sans-serif", &bytes, bytes.count)
        family = isThere ? String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    deinit { unsafe CPangoCairo_destroy_fonts(fonts) }

    /// Whether some font has a glyph for each of some characters.
    package func writes(_ characters: String) -> Bool {
        // Without any font Pango ends the process.
        guard family != nil else { return false }
        var end = Int32(characters.utf8.count)
        let text = unsafe "sans-serif".withCString { family in
            var look = unsafe CPangoCairo_Look()
            unsafe look.family = family
            unsafe look.size = 16
            unsafe look.weight = 400
            return unsafe CPangoCairo_create_text(fonts, characters, end, &look, &end, 1)
        }
        guard let text = unsafe text else { return false }
        defer { unsafe CPangoCairo_destroy_text(text) }
        var room = CPangoCairo_Room()
        room.width = -1
        return unsafe CPangoCairo_lay_out_text(text, room).unknown_glyphs == 0
    }
}
