/// Amounts of Korean won, written by the rules of a language; won have no smaller unit.
package struct Won: Equatable, Sendable {
    private let separator: String
    private let prefix: String
    private let suffix: String

    /// Takes the rules of a language: `ko_KR.UTF-8`, `en`, `de-AT`; Korean ones for a language that is not known.
    ///
    /// - Source: CLDR 44, the patterns for currencies of each language and its short symbol for KRW.
    package init(language: String) {
        switch language.prefix(2).lowercased() {
        case "en", "ja", "zh": (separator, prefix, suffix) = (",", "₩", "")
        case "de", "es", "it", "nl", "id": (separator, prefix, suffix) = (".", "", "\u{A0}₩")
        case "fr": (separator, prefix, suffix) = ("\u{202F}", "", "\u{A0}₩")
        default: (separator, prefix, suffix) = (",", "", "원")
        }
    }

    /// The amount with its sign, once: `+12,000원`, `-12,000원`, `0원`.
    package func signed(_ amount: Int) -> String {
        let sign = amount > 0 ? "+" : amount < 0 ? "-" : ""
        return sign + prefix + grouped(amount.magnitude) + suffix
    }

    private func grouped(_ number: UInt) -> String {
        let digits = String(number)
        return digits.enumerated().reduce(into: "") { result, digit in
            if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { result += separator }
            result.append(digit.element)
        }
    }
}
