public import FoundationEssentials

/// A text with values in it, written as a string literal.
///
/// There is no table of translations: the key itself is the text. Values are written as an iPhone set to English or
/// Korean writes them: whole numbers in groups of three digits, fractions with six digits.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Sendable {
    let pieces: [Text.Piece]

    /// Makes a text of a string.
    public init(_ value: String) { pieces = [Text.Piece(.string(value))] }

    /// Makes a text of a literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// Makes a text of a literal with values in it.
    public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    /// The parts of a literal with values in it.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var pieces: [Text.Piece] = []

        /// Prepares for the parts.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Takes what stands between values.
        public mutating func appendLiteral(_ literal: String) { append(literal) }

        /// Takes a string.
        public mutating func appendInterpolation(_ string: some StringProtocol) { append(String(string)) }

        /// Takes a whole number; its digits are grouped by threes.
        public mutating func appendInterpolation(_ value: some BinaryInteger) {
            append(FormatSpecifier.grouped("\(value)"))
        }

        /// Takes a number; six digits follow the point.
        public mutating func appendInterpolation(_ value: some BinaryFloatingPoint) {
            append(FormatSpecifier.fixed(Double(value), digits: 6, isGrouped: true))
        }

        /// Takes a whole number in the form that a specifier of `printf` says, such as `%02d`.
        public mutating func appendInterpolation(_ value: some BinaryInteger, specifier: String) {
            append(FormatSpecifier(specifier).text(Double(value)))
        }

        /// Takes a number in the form that a specifier of `printf` says, such as `%.1f`.
        public mutating func appendInterpolation(_ value: some BinaryFloatingPoint, specifier: String) {
            append(FormatSpecifier(specifier).text(Double(value)))
        }

        /// Takes a text with its look.
        public mutating func appendInterpolation(_ text: Text) { pieces += text.pieces }

        /// Takes a date.
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
            pieces.append(Text.Piece(.date(date, style)))
        }

        /// Takes a value by its description.
        @_disfavoredOverload
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) { append(value.description) }

        private mutating func append(_ string: String) {
            if !string.isEmpty { pieces.append(Text.Piece(.string(string))) }
        }
    }
}
