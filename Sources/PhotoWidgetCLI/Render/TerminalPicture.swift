internal import CChafa
internal import Glibc
internal import PhotoWidget

/// A picture as bytes for the terminal: by kitty's or iTerm2's protocol, as sixels, or as characters with colours.
enum TerminalPicture {
    /// The room that a terminal has.
    struct Room: Equatable {
        /// Columns and rows of cells.
        var columns = 80
        var rows = 24
        /// A cell's size in pixels; terminals that do not say so are taken to have usual ones.
        var cellWidth = 10
        var cellHeight = 20

        /// The room that the terminal behind standard output says it has.
        static var ofStandardOutput: Room {
            var size = winsize()
            var room = Room()
            guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
                return room
            }
            (room.columns, room.rows) = (Int(size.ws_col), Int(size.ws_row))
            let (width, height) = (Int(size.ws_xpixel) / room.columns, Int(size.ws_ypixel) / room.rows)
            if width > 0, height > 0 { (room.cellWidth, room.cellHeight) = (width, height) }
            return room
        }

        /// The cells that a picture of a size takes: never enlarged, all of it visible, the prompt below it.
        func cells(for size: PixelSize) -> (columns: Int, rows: Int) {
            // Chafa counts cells in its own way beyond this.
            let limit = 512
            let room = (width: min(columns, limit) * cellWidth, height: min(max(rows - 2, 1), limit) * cellHeight)
            let factor = min(
                1, Double(room.width) / Double(size.width), Double(room.height) / Double(size.height))
            func count(_ side: Int, _ cell: Int) -> Int {
                max(Int((Double(side) * factor / Double(cell)).rounded()), 1)
            }
            return (count(size.width, cellWidth), count(size.height, cellHeight))
        }
    }

    /// Whether the environment's terminal shows more than plain text.
    static func isCapable(_ environment: [String: String]) -> Bool {
        let name = environment["TERM"] ?? ""
        return !name.isEmpty && name != "dumb" && !name.hasPrefix("vt")
    }

    /// The bytes that show a picture, a line feed at the end; `nil` where Chafa is not installed.
    static func bytes(of bitmap: Bitmap, in room: Room, environment: [String: String]) -> [UInt8]? {
        guard CChafa_load_library() else { return nil }
        let cells = room.cells(for: bitmap.size)
        let variables = environment.map { "\($0.key)=\($0.value)" }
        return unsafe withCStrings(variables) { pointers in
            guard
                let output = unsafe CChafa_create_output(
                    bitmap.pixels, Int32(bitmap.size.width), Int32(bitmap.size.height), Int32(cells.columns),
                    Int32(cells.rows), Int32(room.cellWidth), Int32(room.cellHeight), pointers)
            else { return nil }
            defer { unsafe CChafa_destroy_output(output) }
            let count = unsafe CChafa_get_length(output)
            let text = unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
                unsafe CChafa_copy_output(output, bytes.baseAddress)
                initialized = count
            }
            return text + Array("\n".utf8)
        }
    }

    /// Strings as C has an environment: pointers, NULL at the end.
    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var copies = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe copies.withUnsafeMutableBufferPointer { buffer in
            // There is at least the NULL.
            guard let start = buffer.baseAddress else { preconditionFailure("an array with an element is empty") }
            return unsafe body(start)
        }
    }
}
