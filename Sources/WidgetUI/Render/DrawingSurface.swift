internal import CPangoCairo
internal import Raster

/// Pixels that are painted on, counted from the top-left corner; Cairo paints.
@safe struct DrawingSurface: ~Copyable {
    /// Width and height in pixels.
    let size: PixelSize
    /// Cairo's canvas, for texts.
    let canvas: OpaquePointer
    private let memory: UnsafeMutableBufferPointer<UInt8>

    /// The longest side in pixels; 16 bits of it are what Cairo can count.
    static let sideLimit = 16_384
    /// The most pixels: 32 Mi, which take 128 MiB while they are painted.
    static let areaLimit = 32 << 20

    /// Makes a transparent surface.
    init(size: PixelSize) throws(RenderError) {
        let sides = 1...Self.sideLimit
        guard sides.contains(size.width), sides.contains(size.height), size.area <= Self.areaLimit else {
            throw .badSize(size, limit: Self.sideLimit)
        }
        guard CPangoCairo_load_library() else { throw .libraryMissing(package: "libpangocairo-1.0-0") }
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size.area * 4)
        unsafe memory.initialize(repeating: 0)
        guard
            let canvas = unsafe CPangoCairo_create_canvas(
                memory.baseAddress, Int32(size.width), Int32(size.height))
        else {
            unsafe memory.deallocate()
            throw .failed
        }
        self.size = size
        unsafe self.canvas = canvas
        unsafe self.memory = memory
    }

    deinit {
        unsafe CPangoCairo_destroy_canvas(canvas)
        unsafe memory.deallocate()
    }

    /// What was painted, with straight alpha.
    func bitmap() throws(RenderError) -> Bitmap {
        guard unsafe CPangoCairo_finish_canvas(canvas) else { throw .failed }
        let count = unsafe memory.count
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { out, filled in
            guard let source = unsafe memory.baseAddress, let target = out.baseAddress else { return }
            unsafe CPangoCairo_copy_straight(source, count / 4, target)
            filled = count
        }
        return Bitmap(size: size, pixels: pixels)
    }

    /// Runs `body` and forgets the clips that it has set.
    func scoped<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        unsafe CPangoCairo_save_state(canvas)
        defer { unsafe CPangoCairo_restore_state(canvas) }
        try body()
    }

    /// Runs `body` and paints what it painted as one, covering so much of what lies below.
    func grouped(opacity: Double, _ body: () -> Void) {
        unsafe CPangoCairo_begin_group(canvas)
        body()
        unsafe CPangoCairo_end_group(canvas, opacity)
    }

    /// Cuts what is painted from here on to the path.
    func clip() { unsafe CPangoCairo_clip_path(canvas) }

    /// Fills the path with the source.
    func fill() { unsafe CPangoCairo_fill_path(canvas) }

    /// Draws the path's line with the source; a line that is wider than Cairo counts covers the surface anyway.
    func stroke(width: Double) {
        let widest = Double(4 * Self.sideLimit)
        unsafe CPangoCairo_stroke_path(canvas, min(max(width.paintable, 0), widest))
    }

    /// Sets the path to an outline in a frame, in pixels.
    ///
    /// - Parameters:
    ///   - outline: The outline.
    ///   - frame: The frame.
    ///   - scale: Pixels a point: outlines have lengths in points.
    ///   - containerRadius: The radius of the corners that follow the widget's, in pixels.
    func setPath(_ outline: Outline, in frame: Rect, scale: Double, containerRadius: Double) {
        let (x, y, width, height) = (frame.minX, frame.minY, frame.width, frame.height)
        switch outline {
        case .rectangle: unsafe CPangoCairo_set_rectangle(canvas, x, y, width, height)
        case .rounded(let radius):
            unsafe CPangoCairo_set_rounded(canvas, x, y, width, height, (radius * scale).paintable)
        case .circle:
            let side = min(width, height)
            unsafe CPangoCairo_set_ellipse(
                canvas, x + (width - side) / 2, y + (height - side) / 2, side, side)
        case .ellipse: unsafe CPangoCairo_set_ellipse(canvas, x, y, width, height)
        case .capsule: unsafe CPangoCairo_set_rounded(canvas, x, y, width, height, min(width, height) / 2)
        case .containerRelative: unsafe CPangoCairo_set_rounded(canvas, x, y, width, height, containerRadius)
        case .arc(let from, let to):
            let turn = 2 * Double.pi
            unsafe CPangoCairo_set_arc(
                canvas, x + width / 2, y + height / 2, min(width, height) / 2, (from - 0.25) * turn,
                (to - 0.25) * turn)
        case .inset(let inner, let margin):
            let pixels = max((margin * scale).paintable, 0)
            let inset = frame.inset(by: EdgeInsets(top: pixels, leading: pixels, bottom: pixels, trailing: pixels))
            let radius = max(containerRadius - pixels, 0)
            setPath(inner.shrunk(by: margin), in: inset, scale: scale, containerRadius: radius)
        }
    }

    /// Paints with a paint from here on; gradients lie in a frame, in pixels.
    func setSource(_ paint: Paint, in frame: Rect, scale: Double) {
        func place(_ point: UnitPoint) -> Point {
            Point(
                x: (frame.minX + point.x * frame.width).paintable, y: (frame.minY + point.y * frame.height).paintable)
        }
        switch paint {
        case .color(let color):
            unsafe CPangoCairo_set_color(canvas, color.red, color.green, color.blue, color.alpha)
        case .linear(let stops, let from, let to):
            let (start, end) = (place(from), place(to))
            unsafe CPangoCairo_set_linear(
                canvas, start.x, start.y, end.x, end.y, stops.map(CPangoCairo_Stop.init), stops.count)
        case .radial(let stops, let center, let from, let to):
            let middle = place(center)
            unsafe CPangoCairo_set_radial(
                canvas, middle.x, middle.y, (max(from, 0) * scale).paintable, (max(to, 0) * scale).paintable,
                stops.map(CPangoCairo_Stop.init), stops.count)
        }
    }

    /// Paints a picture with its top-left corner at a pixel, or with a tint the source through its alpha.
    func draw(_ picture: PremultipliedPicture, x: Int, y: Int, asStencil: Bool) {
        let (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
        if asStencil {
            unsafe CPangoCairo_draw_stencil(canvas, picture.pixels, width, height, Double(x), Double(y))
        } else {
            unsafe CPangoCairo_draw_picture(canvas, picture.pixels, width, height, Double(x), Double(y))
        }
    }
}

extension CPangoCairo_Stop {
    fileprivate init(_ stop: ColorStop) {
        self.init(
            location: stop.location, red: stop.color.red, green: stop.color.green, blue: stop.color.blue,
            alpha: stop.color.alpha)
    }
}

extension Outline {
    /// The outline for a frame that is smaller by a margin at each side: a corner inside another has its middle.
    fileprivate func shrunk(by margin: Double) -> Outline {
        if case .rounded(let radius) = self { .rounded(max(radius - margin, 0)) } else { self }
    }
}
