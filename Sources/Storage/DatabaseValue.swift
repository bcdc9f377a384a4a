/// A value that is bound to a statement's parameter.
package enum DatabaseValue: Equatable, Sendable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int)
    /// A number; a date is seconds since 1970.
    case real(Double)
    /// Text.
    case text(String)
    /// Bytes.
    case bytes([UInt8])
}
