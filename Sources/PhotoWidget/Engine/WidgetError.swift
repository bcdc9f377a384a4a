public import PhotoFeed
public import WidgetTimeline
public import WidgetUI

/// Why a widget has nothing new to show.
public enum WidgetError: Error, Equatable, Sendable {
    /// Another run of the same widget is at work.
    case alreadyRunning(kind: String, instance: String)
    /// No photo came, and no good one was published before.
    case load(LoadError)
    /// The provider has no timeline.
    case timeline(TimelineError, kind: String, instance: String)
    /// The entry could not be published.
    case publish(PublishError)
    /// The entry could not be drawn.
    case render(RenderError, kind: String, instance: String)
    /// No widget of this kind is known.
    case unknownKind(String, known: [String])
    /// The widget does not have this shape.
    case unsupportedFamily(WidgetFamily, kind: String, supported: [WidgetFamily])
    /// Nothing has been published yet.
    case nothingPublished(kind: String, instance: String)
}

extension WidgetError: CustomStringConvertible {
    /// What happened, to what, and why, on one line.
    public var description: String {
        switch self {
        case .alreadyRunning(let kind, let instance): "\(kind)/\(instance): another run is at work"
        case .load(let error): "\(error)"
        case .timeline(let error, let kind, let instance): "\(kind)/\(instance): \(error)"
        case .publish(let error): "\(error)"
        case .render(let error, let kind, let instance): "\(kind)/\(instance): \(error)"
        case .unknownKind(let kind, let known): "\(kind): no such widget (known: \(known.joined(separator: ", ")))"
        case .unsupportedFamily(let family, let kind, let supported):
            "\(kind) cannot be \(family) (it can be \(supported.map(\.rawValue).joined(separator: ", ")))"
        case .nothingPublished(let kind, let instance): "\(kind)/\(instance): nothing has been published yet"
        }
    }

    /// Why, without the widget's name: for the reason in its entry.
    var reason: String {
        if case .timeline(let error, _, _) = self { "\(error)" } else { "\(self)" }
    }
}
