extension HTTPFields {
    /// The fields as text, one `name: value` a line, as the index and a file's attribute keep them.
    var lines: String {
        fields.map { field in
            // A line end inside a value would be another field when read back.
            let value = field.value.replacing("\r\n", with: " ").replacing("\n", with: " ").replacing("\r", with: " ")
            return "\(field.name): \(value)\n"
        }.joined()
    }

    /// Reads what ``lines`` wrote; a line without a colon is left out.
    init(lines: String) {
        self.init(
            lines.split(separator: "\n").compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...]
                return Field(name: String(line[..<colon]), value: String(value.drop { $0 == " " }))
            })
    }
}
