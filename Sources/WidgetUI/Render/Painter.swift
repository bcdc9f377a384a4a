internal import Raster

/// Paints a placed widget: a walk over the nodes in the order of painting.
struct Painter: ~Copyable {
    /// Where it is painted.
    private let surface: DrawingSurface
    private let text: TextEngine
    /// Pixels a point.
    private let scale: Double
    /// The widget's size in points, and the radius of its corners.
    private let size: Size
    private let cornerRadius: Double
    /// What a person should know, each once.
    private(set) var findings: [Finding] = []

    /// Prepares to paint a widget of a size in points, each so many pixels.
    init(size: Size, scale: Double, cornerRadius: Double, text: TextEngine) throws(RenderError) {
        let pixels = Rect(origin: .zero, size: size).pixels(scale: scale)
        surface = try DrawingSurface(size: PixelSize(width: Int(pixels.width), height: Int(pixels.height)))
        self.text = text
        self.scale = scale
        self.size = size
        self.cornerRadius = cornerRadius
    }

    /// What was painted.
    func bitmap() throws(RenderError) -> Bitmap { try surface.bitmap() }

    /// Paints a node and those in it.
    mutating func paint(_ node: PlacedNode) {
        let bounds = Rect(x: 0, y: 0, width: Double(surface.size.width), height: Double(surface.size.height))
        var findings: [Finding] = []
        paint(node, inside: bounds, &findings)
        for finding in findings where !self.findings.contains(finding) { self.findings.append(finding) }
    }

    private func paint(_ node: PlacedNode, inside bounds: Rect, _ findings: inout [Finding]) {
        guard node.opacity > 0 else { return }
        let frame = node.frame.pixels(scale: scale)
        guard let clip = node.clip else { return paintOpacity(node, frame, inside: bounds, &findings) }
        guard let visible = bounds.intersection(frame) else { return }
        surface.scoped {
            setPath(clip, node, frame)
            surface.clip()
            paintOpacity(node, frame, inside: visible, &findings)
        }
    }

    private func paintOpacity(_ node: PlacedNode, _ frame: Rect, inside bounds: Rect, _ findings: inout [Finding]) {
        guard node.opacity < 1 else { return paintContent(node, frame, inside: bounds, &findings) }
        surface.grouped(opacity: node.opacity) { paintContent(node, frame, inside: bounds, &findings) }
    }

    private func paintContent(_ node: PlacedNode, _ frame: Rect, inside bounds: Rect, _ findings: inout [Finding]) {
        switch node.drawing {
        case nil: break
        case .fill(let outline, let paint):
            setPath(outline, node, frame)
            surface.setSource(paint, in: frame, scale: scale)
            surface.fill()
        case .stroke(let outline, let paint, let lineWidth):
            setPath(outline, node, frame)
            surface.setSource(paint, in: frame, scale: scale)
            surface.stroke(width: lineWidth * scale)
        case .text(let styled): findings += text.paint(styled, in: node.frame, on: surface, scale: scale)
        case .image(let image): paintImage(image, frame, inside: bounds, &findings)
        }
        for child in node.children { paint(child, inside: bounds, &findings) }
    }

    private func paintImage(_ image: ImageDrawing, _ frame: Rect, inside bounds: Rect, _ findings: inout [Finding]) {
        let pixels = image.bitmap.size
        let drawn = PixelSize(width: Int(frame.width), height: Int(frame.height))
        // Up to a tenth more than there is looks as good.
        let isEnlarged = frame.width > Double(pixels.width) * 1.1 || frame.height > Double(pixels.height) * 1.1
        if isEnlarged, image.interpolation != .none {
            findings.append(.enlargedImage(pixels: pixels, drawn: drawn))
        }
        guard let visible = bounds.intersection(frame) else { return }
        let region = Rect(
            x: (visible.minX - frame.minX) / frame.width * Double(pixels.width),
            y: (visible.minY - frame.minY) / frame.height * Double(pixels.height),
            width: visible.width / frame.width * Double(pixels.width),
            height: visible.height / frame.height * Double(pixels.height))
        let target = PixelSize(width: Int(visible.width), height: Int(visible.height))
        let scaled = image.bitmap.resampled(
            x: region.minX, y: region.minY, width: region.width, height: region.height, to: target,
            by: image.interpolation == .none ? .nearest : .lanczos3)
        if let tint = image.tint { surface.setSource(tint, in: frame, scale: scale) }
        surface.draw(
            PremultipliedPicture(scaled), x: Int(visible.minX), y: Int(visible.minY), asStencil: image.tint != nil)
    }

    private func setPath(_ outline: Outline, _ node: PlacedNode, _ frame: Rect) {
        surface.setPath(outline, in: frame, scale: scale, containerRadius: containerRadius(of: node.frame) * scale)
    }

    /// The radius of a corner that follows the widget's at the frame's distance from the edge.
    private func containerRadius(of frame: Rect) -> Double {
        let distance = min(frame.minX, frame.minY, size.width - frame.maxX, size.height - frame.maxY)
        return max(cornerRadius - max(distance, 0), 0)
    }
}
