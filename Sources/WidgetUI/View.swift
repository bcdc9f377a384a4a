/// A piece of a widget's picture.
///
/// A widget is a still picture: `body` is evaluated once for each picture, and nothing is kept between two of them.
@MainActor @preconcurrency public protocol View {
    /// What the view is made of.
    associatedtype Body: View
    /// What the view is made of; evaluated once for each picture.
    @ViewBuilder var body: Body { get }
    /// Evaluates the view; not to be implemented: a view of yours has a ``body``.
    ///
    /// A requirement, since asking at run time whether a view is one of the room's own searches all that a program
    /// conforms to, once for each type: a tenth of the time in which a widget is drawn.
    static func _nodes(of view: Self, in place: _ViewPlace) -> _ViewNodes
}

/// Where a view is evaluated.
@MainActor public struct _ViewPlace {
    package let context: ViewContext
}

/// What became of a view.
@MainActor public struct _ViewNodes {
    package let nodes: [ViewNode]
}

extension View {
    /// Evaluates the body.
    public static func _nodes(of view: Self, in place: _ViewPlace) -> _ViewNodes {
        let context = place.context
        let body = EnvironmentValues.with(context.environment) { view.body }
        return _ViewNodes(nodes: context.nodes(of: body))
    }
}

extension Never: View {
    /// Never called: there is no such value.
    public var body: Never { self }
}

extension View where Body == Never {
    /// Not to be called: what the room itself draws has no body.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}
