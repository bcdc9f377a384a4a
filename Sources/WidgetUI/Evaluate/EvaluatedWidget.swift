package import FoundationEssentials

/// A widget's view after its one evaluation: what is to be laid out, and what was found on the way.
@MainActor package struct EvaluatedWidget {
    /// The content; `nil` where it shows nothing.
    package let root: ViewNode?
    /// What fills the widget behind the content, from `containerBackground(for: .widget)`.
    package let background: ViewNode?
    private let evaluation: Evaluation

    /// Evaluates a view.
    ///
    /// - Parameters:
    ///   - view: The view of an entry.
    ///   - environment: What holds at the root: scheme, date, family.
    ///   - assets: Where the pictures of `Image("name")` come from.
    ///   - limits: How large the tree may be.
    package init(
        _ view: any View, environment: EnvironmentValues = EnvironmentValues(), assets: any AssetSource = NoAssets(),
        limits: EvaluationLimits = EvaluationLimits()
    ) {
        let evaluation = Evaluation(assets: assets, limits: limits)
        // Views side by side at the root stand above each other, as in a VStack.
        let context = ViewContext(evaluation: evaluation, environment: environment)
        let nodes = context.nodes(of: view) { $0.stackAxis = .vertical }
        root = nodes.count > 1 ? context.node(StackLayout(axis: .vertical), nodes) : nodes.first
        background = evaluation.background
        self.evaluation = evaluation
    }

    /// The address for a tap that hits no link.
    package var widgetURL: URL? { evaluation.widgetURL }
    /// The addresses of links, in the order of the walk; those inside a `GeometryReader` come when it is placed.
    package var links: [URL] { evaluation.links }
    /// What a person should know.
    package var findings: [Finding] { evaluation.findings }
    /// What the picture says in words, in reading order.
    package var altText: String { root.map { AltText.joined($0.words) } ?? "" }

    /// Lays the widget out in a size.
    ///
    /// The content gets the size less the margins and is centred there, also where it is too large; the widget's edge
    /// clips. Without a container background there are no margins: content that brings its own background reaches to
    /// the edge.
    ///
    /// - Parameters:
    ///   - size: The widget's size in points.
    ///   - margins: What a container background leaves free round the content; none by default.
    ///   - text: What measures text.
    /// - Returns: Every piece at its place.
    package func placed(
        in size: Size, margins: EdgeInsets = EdgeInsets(), measuring text: any TextMeasuring
    ) -> PlacedWidget {
        let margins = background == nil ? EdgeInsets() : margins
        let pass = LayoutPass(text: text)
        let bounds = Rect(origin: .zero, size: size)
        let inner = bounds.inset(by: margins)
        let placedBackground = background.map { pass.place($0, centeredIn: bounds) }
        let content = root.map { pass.place($0, centeredIn: inner) }
        if let frame = content?.frame, content?.isPictureAlone == false {
            let (width, height) = (frame.width - inner.width, frame.height - inner.height)
            let slack = 0.01
            if width > slack || height > slack {
                evaluation.note(.overflow(width: max(width, 0), height: max(height, 0)))
            }
        }
        return PlacedWidget(
            size: size, background: placedBackground, content: content, widgetURL: evaluation.widgetURL,
            findings: evaluation.findings)
    }
}
