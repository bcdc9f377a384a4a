/// The header fields of an HTTP message, in the order received, names compared without case.
public struct HTTPFields: Hashable, Sendable, Codable {
    /// One field.
    public struct Field: Hashable, Sendable, Codable {
        /// The name as received.
        public var name: String
        /// The value, without surrounding white space.
        public var value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields in the order received.
    public private(set) var fields: [Field]

    /// Takes fields in order.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// The values of a field, one for each line, in the order received.
    public func values(_ name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    /// The values of a field joined by ", ", or `nil` if it is absent.
    public subscript(name: String) -> String? {
        let values = values(name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Appends a field.
    public mutating func append(name: String, value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The stored fields after a 304: each field the new message has replaces the stored one of that name.
    ///
    /// Fields of the stored body's framing and coding (Content-Length, Content-Encoding, Transfer-Encoding) stay. A stored
    /// Age and Date go even where the new message has none: they told the age of the old one.
    /// - Source: RFC 9111 §3.2, §4.3.4.
    public func updated(by new: HTTPFields) -> HTTPFields {
        let kept: Set = ["content-length", "content-encoding", "transfer-encoding", "content-range"]
        let replaced = Set(new.fields.map { $0.name.lowercased() }).subtracting(kept).union(["age", "date"])
        return HTTPFields(
            fields.filter { !replaced.contains($0.name.lowercased()) }
                + new.fields.filter { replaced.contains($0.name.lowercased()) })
    }
}
