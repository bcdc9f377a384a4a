import FoundationEssentials

/// Reads JSON objects without a model of them.
enum JSONTestReader {
    /// The members of an object; null is nil.
    static func object(_ text: String) throws -> [String: Any?] {
        try JSONDecoder().decode([String: Member].self, from: Data(text.utf8)).mapValues(\.value)
    }

    private struct Member: Decodable {
        let value: Any?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                value = nil
            } else if let members = try? container.decode([String: Member].self) {
                value = members.compactMapValues(\.value)
            } else if let elements = try? container.decode([Member].self) {
                value = elements.compactMap(\.value)
            } else if let truth = try? container.decode(Bool.self) {
                value = truth
            } else if let number = try? container.decode(Int.self) {
                value = number
            } else if let number = try? container.decode(Double.self) {
                value = number
            } else {
                value = try container.decode(String.self)
            }
        }
    }
}
