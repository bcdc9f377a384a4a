internal import WidgetUI

/// What a widget is made of.
@MainActor @preconcurrency public protocol WidgetConfiguration {
    /// What the configuration is made of.
    associatedtype Body: WidgetConfiguration
    /// What the configuration is made of.
    var body: Body { get }
}

extension Never: WidgetConfiguration {}

extension WidgetConfiguration where Body == Never {
    /// Not to be called: what the package itself describes has no body.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// A configuration that describes a widget itself instead of by a body.
@MainActor package protocol PrimitiveWidgetConfiguration: WidgetConfiguration where Body == Never {
    /// The widget as the engine runs it; `nil` where there is none.
    func describe() -> WidgetDescription?
}

/// No widget.
public struct EmptyWidgetConfiguration: Sendable {
    /// Makes no widget.
    public init() {}
}

extension EmptyWidgetConfiguration: PrimitiveWidgetConfiguration {
    package func describe() -> WidgetDescription? { nil }
}

extension WidgetConfiguration {
    /// The widget as the engine runs it; `nil` where there is none.
    package var described: WidgetDescription? {
        if let primitive = self as? any PrimitiveWidgetConfiguration { return primitive.describe() }
        return body.described
    }
}
