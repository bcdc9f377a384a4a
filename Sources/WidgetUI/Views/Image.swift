/// A picture.
public struct Image: Sendable {
    /// Whether a picture's own colours count.
    public enum TemplateRenderingMode: Hashable, Sendable {
        /// Only its alpha counts; its colour is the surrounding style's.
        case template
        /// Its own colours count.
        case original
    }

    /// How pixels are sampled where more or fewer are needed.
    public enum Interpolation: Hashable, Sendable {
        /// The nearest one.
        case none
        /// Fast.
        case low
        /// Good.
        case medium
        /// As good as can be.
        case high
    }

    /// How a picture fills room that is larger than it is.
    public enum ResizingMode: Hashable, Sendable {
        /// Repeated; drawn as `stretch`.
        case tile
        /// Stretched.
        case stretch
    }

    /// How large a symbol is beside text.
    public enum Scale: Hashable, Sendable {
        /// Smaller than the text's capitals suggest.
        case small
        /// As the text's capitals suggest.
        case medium
        /// Larger than the text's capitals suggest.
        case large
    }

    enum Source: Sendable {
        case asset(String)
        case symbol(String)
        case picture(UIImage)
    }

    let source: Source
    private var isResizable = false
    private var mode: TemplateRenderingMode?
    private var interpolation = Interpolation.high
    private var label: AltText?

    /// Shows the asset of a name; where there is none, nothing is drawn and the name is reported.
    public init(_ name: String) { self.init(source: .asset(name), label: nil) }

    /// Shows the asset of a name, which says a text in words.
    public init(_ name: String, label: Text) {
        self.init(source: .asset(name), label: .label(label.string))
    }

    /// Shows the asset of a name, which says nothing in words.
    public init(decorative name: String) { self.init(source: .asset(name), label: .hidden) }

    /// Shows a symbol by its name; where there is none, its place stays empty and the name is reported.
    public init(systemName: String) { self.init(source: .symbol(systemName), label: nil) }

    /// Shows a picture in memory.
    public init(uiImage image: UIImage) { self.init(source: .picture(image), label: nil) }

    private init(source: Source, label: AltText?) {
        self.source = source
        self.label = label
    }

    /// The picture, taking what size it is offered instead of its own.
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
        changed { $0.isResizable = true }
    }

    /// The picture with its own colours, or only with its alpha.
    public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image {
        changed { $0.mode = renderingMode }
    }

    /// The picture, sampled in a way.
    public func interpolation(_ interpolation: Interpolation) -> Image {
        changed { $0.interpolation = interpolation }
    }

    /// The picture; edges are always smoothed.
    public func antialiased(_ isAntialiased: Bool) -> Image { self }

    private func changed(_ change: (inout Image) -> Void) -> Image {
        var image = self
        change(&image)
        return image
    }
}

extension Image: PrimitiveView {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        let environment = context.environment
        let found = asset(in: context)
        var size = found?.size.usable ?? .zero
        if case .symbol = source {
            // A symbol is as high as the text that it stands in.
            let side = (environment.font ?? .body).resolved.size
            size = Size(width: side, height: side)
        }
        var drawing: Drawing?
        if environment.isRedacted {
            drawing = .redaction
        } else if let found {
            let isTemplate = mode.map { $0 == .template } ?? isSymbol
            let tint = isTemplate ? environment.foreground.paint(in: environment) : nil
            drawing = .image(ImageDrawing(bitmap: found.bitmap, interpolation: interpolation, tint: tint))
        }
        let layout = ImageLayout(size: size, isResizable: isResizable, drawing: drawing, altText: label)
        return [context.node(layout)]
    }

    private var isSymbol: Bool { if case .symbol = source { true } else { false } }

    @MainActor private func asset(in context: ViewContext) -> Asset? {
        let assets = context.evaluation.assets
        switch source {
        case .picture(let image): return image.bitmap.map { Asset(bitmap: $0, scale: image.scale) }
        case .asset(let name):
            if let asset = assets.asset(named: name, scheme: context.environment.colorScheme) { return asset }
            context.evaluation.note(.missingAsset(name))
        case .symbol(let name):
            if let symbol = assets.symbol(named: name) { return symbol }
            context.evaluation.note(.missingSymbol(name))
        }
        return nil
    }
}

/// A picture at its place.
struct ImageLayout: NodeLayout {
    let size: Size
    let isResizable: Bool
    let drawing: Drawing?
    let altText: AltText?

    var name: String { "Image" }

    func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        guard isResizable else { return size }
        return Size(width: proposal.width ?? size.width, height: proposal.height ?? size.height)
    }

    func finish(_ placed: inout PlacedNode, in pass: LayoutPass) { placed.drawing = drawing }
}
