/// Colours in a row, each at its place.
public struct Gradient: Hashable, Sendable {
    /// A colour at a place.
    public struct Stop: Hashable, Sendable {
        /// The colour.
        public var color: Color
        /// The place, 0 at the start and 1 at the end.
        public var location: Double

        /// Makes a stop.
        public init(color: Color, location: Double) {
            self.color = color
            self.location = location
        }
    }

    /// The colours in their order.
    public var stops: [Stop]

    /// Makes a gradient of colours at places.
    public init(stops: [Stop]) { self.stops = stops }

    /// Makes a gradient of colours at equal distances.
    public init(colors: [Color]) {
        let last = Double(max(colors.count - 1, 1))
        stops = colors.enumerated().map { Stop(color: $1, location: Double($0) / last) }
    }

    func resolved(in environment: EnvironmentValues) -> [ColorStop] {
        stops.map {
            let place = $0.location.isNaN ? 0 : min(max($0.location, 0), 1)
            return ColorStop(color: $0.color.value(in: environment.colorScheme), location: place)
        }
    }
}

/// Colours along a line.
public struct LinearGradient: PaintStyle, Hashable {
    private let gradient: Gradient
    private let startPoint: UnitPoint
    private let endPoint: UnitPoint

    /// Makes colours along a line between two places of the frame.
    public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
        self.gradient = gradient
        self.startPoint = startPoint
        self.endPoint = endPoint
    }

    /// Makes colours at equal distances along a line.
    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
    }

    /// Makes colours at places along a line.
    public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
    }

    package func paint(in environment: EnvironmentValues) -> Paint {
        .linear(gradient.resolved(in: environment), from: startPoint.usable, to: endPoint.usable)
    }
}

/// Colours round a place.
public struct RadialGradient: PaintStyle, Hashable {
    private let gradient: Gradient
    private let center: UnitPoint
    private let startRadius: Double
    private let endRadius: Double

    /// Makes colours round a place of the frame, from one radius in points to another.
    public init(gradient: Gradient, center: UnitPoint, startRadius: Double, endRadius: Double) {
        self.gradient = gradient
        self.center = center
        self.startRadius = startRadius
        self.endRadius = endRadius
    }

    /// Makes colours at equal distances round a place.
    public init(colors: [Color], center: UnitPoint, startRadius: Double, endRadius: Double) {
        self.init(
            gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
    }

    package func paint(in environment: EnvironmentValues) -> Paint {
        .radial(
            gradient.resolved(in: environment), center: center.usable, from: max(startRadius.usable ?? 0, 0),
            to: max(endRadius.usable ?? 0, 0))
    }
}

extension LinearGradient: PrimitiveView {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        let drawing = Drawing.fill(.rectangle, paint(in: context.environment))
        return [context.node(ShapeLayout(drawing: drawing, name: "LinearGradient"))]
    }
}

extension RadialGradient: PrimitiveView {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        let drawing = Drawing.fill(.rectangle, paint(in: context.environment))
        return [context.node(ShapeLayout(drawing: drawing, name: "RadialGradient"))]
    }
}
