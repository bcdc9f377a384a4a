/// Which widget, and which one of its kind.
package struct WidgetID: Hashable, Sendable, CustomStringConvertible {
    /// The kind of widget.
    package var kind: String
    /// Which one of its kind.
    package var instance: String

    /// Names an instance of a widget.
    package init(kind: String, instance: String = "default") {
        self.kind = kind
        self.instance = instance
    }

    /// `KIND/INSTANCE`, as paths and messages have it.
    package var description: String { "\(kind)/\(instance)" }
}
