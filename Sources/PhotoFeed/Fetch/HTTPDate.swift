public import FoundationEssentials
internal import Storage

/// Dates of HTTP header fields.
///
/// - Source: RFC 9110 §5.6.7.
public enum HTTPDate {
    /// Reads a date in any of HTTP's three forms; `nil` for anything else.
    ///
    /// `now` places the two-digit year of the old RFC 850 form: more than 50 years ahead means the last century. A
    /// wrong day of the week is overlooked.
    public static func date(from text: String, now: Date) -> Date? {
        guard text.utf8.count <= 64 else { return nil }
        let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }.map {
            String(decoding: $0, as: UTF8.self)
        }
        switch words.count {
        case 6 where words[5] == "GMT":  // Sun, 06 Nov 1994 08:49:37 GMT
            guard dayNames.contains(words[0]), words[1].utf8.count == 2, words[3].utf8.count == 4 else { return nil }
            return date(day: words[1], month: words[2], year: number(words[3]), time: words[4])
        case 4 where words[3] == "GMT":  // Sunday, 06-Nov-94 08:49:37 GMT
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
            guard parts.count == 3, parts[0].utf8.count == 2, parts[2].utf8.count == 2, let short = number(parts[2])
            else { return nil }
            let thisYear = civil(dayNumber: wholeSeconds(of: now) / 86_400).year
            var year = thisYear - thisYear % 100 + short
            if year > thisYear + 50 { year -= 100 }
            return date(day: parts[0], month: parts[1], year: year, time: words[2])
        case 5:  // Sun Nov  6 08:49:37 1994
            guard dayNames.contains(words[0]), words[4].utf8.count == 4 else { return nil }
            return date(day: words[2], month: words[1], year: number(words[4]), time: words[3])
        default:
            return nil
        }
    }

    /// Writes a date in the form of today, `Sun, 06 Nov 1994 08:49:37 GMT`, whole seconds, years 0…9999.
    public static func text(of date: Date) -> String {
        let seconds = wholeSeconds(of: date)
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let time = seconds - days * 86_400
        let (year, month, day) = civil(dayNumber: days)
        let weekday = dayNames[((days + 3) % 7 + 7) % 7]
        let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(weekday), \(padded(day, 2)) \(monthNames[month - 1]) \(padded(year, 4)) \(clock) GMT"
    }

    /// Seconds since 1970, in the years that have four digits.
    private static func wholeSeconds(of date: Date) -> Int {
        min(max(Int(bounded: date.timeIntervalSince1970.rounded(.down)), -62_167_219_200), 253_402_300_799)
    }

    private static let dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static func number(_ text: String) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text)
    }

    private static func date(day: String, month: String, year: Int?, time: String) -> Date? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false)
        guard let day = number(day), let year, let month = monthNames.firstIndex(of: month).map({ $0 + 1 }),
            clock.count == 3, clock.allSatisfy({ $0.utf8.count == 2 }),
            let hour = number(String(clock[0])), let minute = number(String(clock[1])),
            let second = number(String(clock[2])),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let days = dayNumber(year: year, month: month, day: day)
        guard civil(dayNumber: days) == (year, month, day) else { return nil }
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
    }

    /// Days from 1970-01-01 to a day of the Gregorian calendar, counted in years that begin in March.
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(dayNumber: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
