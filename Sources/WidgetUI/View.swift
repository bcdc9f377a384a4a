/// A piece of a widget's picture.
///
/// A widget is a still picture: `body` is evaluated once for each picture, and nothing is kept between two of them.
@MainActor @preconcurrency public protocol View {
    /// What the view is made of.
    associatedtype Body: View
    /// What the view is made of; evaluated once for each picture.
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    /// Never called: there is no such value.
    public var body: Never { self }
}

extension View where Body == Never {
    /// Not to be called: what the room itself draws has no body.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}
