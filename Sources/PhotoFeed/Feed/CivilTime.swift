package import FoundationEssentials

/// A date and time of the civil calendar as feeds and people write it, `2026-11-29T18:24:10Z`, checked to exist.
///
/// Foundation's ISO 8601 parser turns the 30th of February into the 1st of March without a word.
/// - Source: RFC 3339 §5.6; without leap seconds.
package struct CivilTime: Equatable, Sendable, CustomStringConvertible {
    private var year, month, day, hour, minute, second: Int
    /// Seconds east of UTC; `nil` where the text names no zone.
    private var offset: Int?

    /// Reads a text whole, or returns `nil` if it is no such time or the day does not exist.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
            let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
            year >= 1, (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)

        var zone = bytes[19...]
        if zone.first == UInt8(ascii: ".") {
            let fraction = zone.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard !fraction.isEmpty else { return nil }
            zone = zone[fraction.endIndex...]
        }
        switch (zone.first, zone.count) {
        case (nil, _): offset = nil
        case (UInt8(ascii: "Z"), 1): offset = 0
        case (UInt8(ascii: "+"), 6), (UInt8(ascii: "-"), 6):
            let start = zone.startIndex
            guard let hours = Self.number(zone[start + 1..<start + 3]), zone[start + 3] == UInt8(ascii: ":"),
                let minutes = Self.number(zone[start + 4..<start + 6]), hours < 24, minutes < 60
            else { return nil }
            offset = (zone.first == UInt8(ascii: "-") ? -60 : 60) * (hours * 60 + minutes)
        default: return nil
        }
    }

    /// The moment, in whole seconds; `nil` where the text names no zone.
    package var date: Date? {
        offset.map { Date(timeIntervalSince1970: Double(secondsAsIfUTC - $0)) }
    }

    /// The time without a zone, `YYYY-MM-DDTHH:MM:SS`.
    package var description: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
            + "T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
    }

    private var secondsAsIfUTC: Int {
        // Days since 1 March of year 0, when a leap day ends its year; 719,468 of them lie before 1970.
        let (shiftedYear, shiftedMonth) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
        let days = shiftedYear * 365 + leapDays + (153 * shiftedMonth + 2) / 5 + day - 1 - 719_468
        return ((days * 24 + hour) * 60 + minute) * 60 + second
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }
}
