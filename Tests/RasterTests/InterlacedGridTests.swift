import Testing

@testable import Raster

@Suite struct InterlacedGridTests {
    /// A smooth picture with a pattern of single pixels over it, which point sampling would show.
    private static func sample(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 {
        UInt8(clamping: 40 + x * (channel + 1) + y + ((x + y) % 2) * 60)
    }

    @Test(arguments: [(64, 48, 3, 2), (61, 53, 5, 7), (9, 300, 1, 30), (5, 3, 5, 3)])
    func `each cell is the mean of its pixels`(width: Int, height: Int, columns: Int, rows: Int) {
        let size = PixelSize(width: width, height: height)
        var grid = InterlacedGrid(of: size, layout: .rgb, joining: (columns, rows))
        for (number, row) in passRows(size, channels: 3) { grid.add(row, pass: number) }
        let pixels = finish(grid, of: size, joining: (columns, rows), .rgb)
        let target = InterlacedGrid.size(of: size, joining: (columns, rows))
        for y in 0..<target.height {
            for x in 0..<target.width {
                for channel in 0..<3 {
                    var (sum, count) = (0, 0)
                    for line in y * rows..<min((y + 1) * rows, height) {
                        for column in x * columns..<min((x + 1) * columns, width) {
                            sum += Int(Self.sample(column, line, channel))
                            count += 1
                        }
                    }
                    #expect(Int(pixels[(y * target.width + x) * 4 + channel]) == (sum + count / 2) / count)
                }
            }
        }
    }

    @Test func `hidden pixels do not show`() {
        // Every second column is black and transparent, the others white.
        let size = PixelSize(width: 16, height: 8)
        var grid = InterlacedGrid(of: size, layout: .grayAlpha, joining: (2, 2))
        for (number, row) in passRows(size, channels: 2, sample: { x, _, _ in x % 2 == 0 ? 255 : 0 }) {
            grid.add(row, pass: number)
        }
        let pixels = finish(grid, of: size, joining: (2, 2), .grayAlpha)
        #expect(pixels.count == 8 * 4 * 4)
        #expect(
            stride(from: 0, to: pixels.count, by: 4).allSatisfy { Array(pixels[$0..<$0 + 4]) == [255, 255, 255, 128] })
    }

    @Test func `sums of the largest cells do not overflow`() {
        let size = PixelSize(width: 256, height: 256)
        for layout in [SampleLayout.rgb, .rgba] {
            var grid = InterlacedGrid(of: size, layout: layout, joining: (256, 256))
            for (number, row) in passRows(size, channels: layout.channels, sample: { _, _, _ in 255 }) {
                grid.add(row, pass: number)
            }
            #expect(finish(grid, of: size, joining: (256, 256), layout) == [255, 255, 255, 255])
        }
    }

    @Test func `an interlaced picture that is joined looks as one that is held whole`() throws {
        let size = PixelSize(width: 160, height: 120)
        let file = PNGFile(
            width: size.width, height: size.height, interlaced: true,
            rows: fileRows(size)
        ).bytes
        let request = ThumbnailRequest(box: PixelSize(width: 16, height: 16))
        let whole = try bitmap(file, request, smallPicture: .max)
        let joined = try bitmap(file, request, smallPicture: 0)
        #expect(whole.size == joined.size)
        let squares = zip(whole.pixels, joined.pixels).reduce(0) {
            $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))
        }
        // 45 dB: a mean square of 2.05.
        #expect(Double(squares) / Double(whole.pixels.count) < 2.05)
    }

    @Test func `damage in the last pass is found, and a lenient reader shows what came`() throws {
        let size = PixelSize(width: 64, height: 64)
        let rows = fileRows(size)
        let file = PNGFile(width: size.width, height: size.height, interlaced: true, rows: Array(rows.dropLast(100)))
            .bytes
        var request = ThumbnailRequest(box: PixelSize(width: 8, height: 8))
        #expect(throws: DecodingError.self) { try bitmap(file, request, smallPicture: 0) }
        request.strictness = .lenient
        let shown = try bitmap(file, request, smallPicture: 0)
        let whole = try bitmap(
            PNGFile(width: size.width, height: size.height, interlaced: true, rows: rows).bytes, request,
            smallPicture: 0)
        #expect(zip(shown.pixels, whole.pixels).allSatisfy { abs(Int($0.0) - Int($0.1)) < 24 })
    }

    @Test func `a large interlaced picture takes the grid's memory, a small one its own`() throws {
        // Only the header matters.
        let file = PNGFile(width: 8000, height: 6000, interlaced: true, rows: [0]).bytes
        let request = ThumbnailRequest(box: PixelSize(width: 256, height: 256))
        let large = try plan(file, request)
        #expect(large.joined?.columns == 10 && large.memory.needed < 8 << 20)
        let small = try plan(PNGFile(width: 800, height: 600, interlaced: true, rows: [0]).bytes, request)
        #expect(small.joined == nil && small.memory.needed > 800 * 600 * 3)
        try expectBorder(
            of: PNGFile(width: 90, height: 40, rows: [UInt8](repeating: 0, count: 40 * 271)).bytes)
        let size = PixelSize(width: 90, height: 40)
        try expectBorder(
            of: PNGFile(width: 90, height: 40, interlaced: true, rows: fileRows(size)).bytes)
    }

    // MARK: Pictures

    /// The rows of every pass, in the order of the file.
    private func passRows(
        _ size: PixelSize, channels: Int, sample: (Int, Int, Int) -> UInt8 = Self.sample
    ) -> [(number: Int, row: [UInt8])] {
        var rows: [(number: Int, row: [UInt8])] = []
        for (number, pass) in InterlacedGrid.passes.enumerated() where pass.x < size.width {
            for y in stride(from: pass.y, to: size.height, by: pass.rows) {
                let columns = stride(from: pass.x, to: size.width, by: pass.columns)
                rows.append((number, columns.flatMap { x in (0..<channels).map { sample(x, y, $0) } }))
            }
        }
        return rows
    }

    /// The rows of every pass, unfiltered, as a file has them.
    private func fileRows(_ size: PixelSize) -> [UInt8] {
        var rows: [UInt8] = []
        for (_, row) in passRows(size, channels: 3) { rows += [0] + row }
        return rows
    }

    /// The rows of a grid as RGBA.
    private func finish(
        _ grid: InterlacedGrid, of size: PixelSize, joining joined: (columns: Int, rows: Int), _ layout: SampleLayout
    ) -> [UInt8] {
        let target = InterlacedGrid.size(of: size, joining: joined)
        var builder = ThumbnailBuilder(
            size: target, layout: layout, orientation: .up,
            geometry: ThumbnailGeometry(coded: target, orientation: .up, request: ThumbnailRequest(box: target)))
        grid.finish(into: &builder)
        return builder.finish().pixels
    }

    private func plan(
        _ file: [UInt8], _ request: ThumbnailRequest, smallPicture: Int? = nil
    ) throws -> PNGPlan {
        let structure = try unsafe PNGStructure(of: file.span.bytes, limits: request.limits, verifiesPicture: true)
        return PNGPlan(structure, .up, fileLength: file.count, request, smallPicture: smallPicture)
    }

    private func bitmap(_ file: [UInt8], _ request: ThumbnailRequest, smallPicture: Int) throws -> Bitmap {
        let structure = try unsafe PNGStructure(of: file.span.bytes, limits: request.limits, verifiesPicture: true)
        var notes: [String] = []
        return try unsafe LibPNGReader.bitmap(
            structure, file.span.bytes, .up, plan(file, request, smallPicture: smallPicture),
            isLenient: request.strictness == .lenient, &notes)
    }
}
