/// Reads a value that an ancestor passes down.
///
/// It is read while `body` runs; elsewhere it is the default.
@propertyWrapper
public struct Environment<Value> {
    private let keyPath: KeyPath<EnvironmentValues, Value>

    /// Reads the value at a key path.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        self.keyPath = keyPath
    }

    /// The value at the place that is being evaluated.
    @MainActor public var wrappedValue: Value { EnvironmentValues.now[keyPath: keyPath] }
}
