/// A piece of a widget's picture.
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
