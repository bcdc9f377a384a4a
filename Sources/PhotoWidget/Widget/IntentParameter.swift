internal import Synchronization

/// What an app intent's parameter can be.
public protocol IntentParameterValue: Sendable {}

extension String: IntentParameterValue {}
extension Int: IntentParameterValue {}
extension Double: IntentParameterValue {}
extension Bool: IntentParameterValue {}
extension Array: IntentParameterValue where Element: IntentParameterValue {}
extension Optional: IntentParameterValue where Wrapped: IntentParameterValue {}

/// A parameter of an app intent.
@propertyWrapper
public final class IntentParameter<Value: IntentParameterValue>: Sendable {
    private let value: Mutex<Value>

    /// Makes a parameter with a default.
    public init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value
    ) {
        value = Mutex(defaultValue)
    }

    /// The value: the setting of the instance, else the default.
    public var wrappedValue: Value {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}

extension IntentParameter where Value: ExpressibleByNilLiteral {
    /// Makes a parameter without a default.
    public convenience init(title: LocalizedStringResource, description: LocalizedStringResource? = nil) {
        self.init(title: title, description: description, default: nil)
    }
}

extension AppIntent {
    /// A parameter of the intent.
    public typealias Parameter = IntentParameter
}

/// A parameter whose type is hidden.
protocol SettableParameter {
    /// What the parameter is, for people.
    var typeName: String { get }
    /// Takes a value, and says whether it has the right type.
    func take(_ value: Any) -> Bool
}

extension IntentParameter: SettableParameter {
    var typeName: String { "\(Value.self)" }

    func take(_ value: Any) -> Bool {
        let converted = value as? Value ?? (value as? Int).flatMap { Double($0) as? Value }
        if let converted { wrappedValue = converted }
        return converted != nil
    }
}
