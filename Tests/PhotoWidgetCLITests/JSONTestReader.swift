import FoundationEssentials

/// Reads JSON objects without a model of them.
enum JSONTestReader {
    /// The members of an object: strings as strings, null as nil, everything else as a description.
    static func object(_ text: String) throws -> [String: Any?] {
        try JSONDecoder().decode([String: Member].self, from: Data(text.utf8)).mapValues(\.value)
    }

    private struct Member: Decodable {
        let value: Any?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                value = nil
            } else {
                // Only strings are looked at; the rest is there or not.
                value = (try? container.decode(String.self)) ?? "…"
            }
        }
    }
}
