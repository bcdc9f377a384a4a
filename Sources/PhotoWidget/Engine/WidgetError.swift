public import PhotoFeed

/// Why a widget has nothing new to show.
public enum WidgetError: Error, Equatable, Sendable {
    /// Another run of the same widget is at work.
    case alreadyRunning(kind: String, instance: String)
    /// No photo came, and no good one was published before.
    case load(LoadError)
    /// The entry could not be published.
    case publish(PublishError)
    /// No widget of this kind is known.
    case unknownKind(String, known: [String])
    /// Nothing has been published yet.
    case nothingPublished(kind: String, instance: String)
}

extension WidgetError: CustomStringConvertible {
    /// What happened, to what, and why, on one line.
    public var description: String {
        switch self {
        case .alreadyRunning(let kind, let instance): "\(kind)/\(instance): another run is at work"
        case .load(let error): "\(error)"
        case .publish(let error): "\(error)"
        case .unknownKind(let kind, let known): "\(kind): no such widget (known: \(known.joined(separator: ", ")))"
        case .nothingPublished(let kind, let instance): "\(kind)/\(instance): nothing has been published yet"
        }
    }
}
