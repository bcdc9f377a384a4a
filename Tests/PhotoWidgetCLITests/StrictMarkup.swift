/// A reader of Pango's markup that knows no tags: any `<` is an error, as is any `&` that begins no entity.
enum StrictMarkup {
    /// What a piece of markup shows; `nil` if it is not well-formed, or more than text.
    static func text(of markup: String) -> String? {
        let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        var result = String.UnicodeScalarView()
        var rest = markup.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar.value {
            case 0x26:
                guard let end = rest.firstIndex(of: ";"), let text = entities[String(rest[..<end])] else { return nil }
                result += text.unicodeScalars
                rest = rest[rest.index(after: end)...]
            case 0x3C, 0x3E, 0x22, 0x27, 0..<0x20, 0xFFFE, 0xFFFF: return nil
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
