/// A number's form, as `printf` writes it down: flags, width, precision and the kind of number.
struct FormatSpecifier: Equatable {
    private var isZeroPadded = false
    private var hasSign = false
    private var width = 0
    private var digits: Int?
    private var isFraction = false

    /// Reads a specifier; what is not understood is left out.
    init(_ text: String) {
        guard text.hasPrefix("%") else { return }
        var rest = text.dropFirst()
        while let flag = rest.first, "0+- #'".contains(flag) {
            isZeroPadded = isZeroPadded || flag == "0"
            hasSign = hasSign || flag == "+"
            rest.removeFirst()
        }
        width = min(Self.number(&rest) ?? 0, 100)
        if rest.first == "." {
            rest.removeFirst()
            digits = min(Self.number(&rest) ?? 0, 15)
        }
        isFraction = rest.last.map { "feEgG".contains($0) } ?? false
    }

    /// A number in the form.
    func text(_ value: Double) -> String {
        var text = Self.fixed(value, digits: isFraction ? digits ?? 6 : 0, isGrouped: false)
        if hasSign, !text.hasPrefix("-") { text = "+" + text }
        let missing = max(width - text.count, 0)
        guard isZeroPadded, let sign = text.first, "+-".contains(sign) else {
            return String(repeating: isZeroPadded ? "0" : " ", count: missing) + text
        }
        return String(sign) + String(repeating: "0", count: missing) + text.dropFirst()
    }

    /// A number with so many digits after the point.
    static func fixed(_ value: Double, digits: Int, isGrouped: Bool) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = (value.magnitude * scale).rounded(.toNearestOrEven)
        guard scaled < 1e18 else { return "\(value)" }
        let number = UInt64(scaled)
        let unit = UInt64(scale)
        let whole = isGrouped ? grouped("\(number / unit)") : "\(number / unit)"
        let sign = value < 0 && number > 0 ? "-" : ""
        guard digits > 0 else { return sign + whole }
        let fraction = "\(number % unit)"
        return sign + whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    /// A whole number with a comma before each group of three digits.
    static func grouped(_ digits: String) -> String {
        let sign = digits.hasPrefix("-") ? "-" : ""
        let digits = digits.dropFirst(sign.count)
        let groups = stride(from: digits.count, to: 0, by: -3).map { end in
            let start = digits.index(digits.startIndex, offsetBy: max(end - 3, 0))
            return digits[start..<digits.index(digits.startIndex, offsetBy: end)]
        }
        return sign + groups.reversed().joined(separator: ",")
    }

    private static func number(_ rest: inout Substring) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        return Int(digits)
    }
}
