extension StringProtocol {
    /// Whether nothing of the text can be seen: it is empty, or made of white space, of characters without a width and of
    /// control characters.
    ///
    /// A script's empty variable arrives like this, and as a narrowing of a feed it would ask for everybody's photos.
    package var isVoid: Bool {
        unicodeScalars.allSatisfy { scalar in
            let properties = scalar.properties
            // U+2800 is a Braille cell without dots.
            return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800
                || [.control, .format].contains(properties.generalCategory)
        }
    }

    /// Whether every item of a list with commas is void.
    package var isVoidList: Bool { split(separator: ",").allSatisfy(\.isVoid) }
}
