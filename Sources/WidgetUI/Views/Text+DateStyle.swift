internal import FoundationEssentials

extension Text {
    /// How a date is written.
    ///
    /// A picture does not run: what counts on an iPhone is written here as it stands at the entry's date. The words are
    /// English.
    public enum DateStyle: Hashable, Sendable {
        /// The time of day: `9:41 AM`.
        case time
        /// The day: `June 9, 2026`.
        case date
        /// How far away: `2 hr, 5 min`.
        case relative
        /// How far away, with a sign: `+2 hours`.
        case offset
        /// Hours, minutes and seconds until the date, or since: `2:05:00`.
        case timer

        /// A date in words.
        ///
        /// - Parameters:
        ///   - date: The date.
        ///   - now: The moment of the picture.
        ///   - zone: The zone of times of day.
        /// - Returns: The words.
        func text(of date: Date, at now: Date, zone: TimeZone) -> String {
            // Some 30,000 years: farther away no calendar has days, and a date that is not a number has none.
            let farthest = 1e12
            guard date.timeIntervalSinceReferenceDate.magnitude < farthest,
                date.timeIntervalSince(now).magnitude < farthest
            else { return "–" }
            let seconds = Int(date.timeIntervalSince(now).rounded())
            switch self {
            case .time: return Self.timeOfDay(date, zone)
            case .date: return Self.day(date, zone)
            case .relative: return Self.distance(seconds.magnitude)
            case .offset: return (seconds < 0 ? "-" : "+") + Self.largestUnit(seconds.magnitude)
            case .timer: return Self.clock(seconds.magnitude)
            }
        }

        private static let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]

        private static let units: [(seconds: UInt, short: String, long: String)] = [
            (365 * 86_400, "yr", "year"), (30 * 86_400, "mth", "month"), (7 * 86_400, "wk", "week"),
            (86_400, "day", "day"), (3600, "hr", "hour"), (60, "min", "minute"), (1, "sec", "second"),
        ]

        private static func parts(of date: Date, _ zone: TimeZone) -> DateComponents {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            return calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        }

        private static func timeOfDay(_ date: Date, _ zone: TimeZone) -> String {
            let parts = parts(of: date, zone)
            let (hour, minute) = (parts.hour ?? 0, parts.minute ?? 0)
            let written = hour % 12 == 0 ? 12 : hour % 12
            return "\(written):\(twoDigits(UInt(minute))) \(hour < 12 ? "AM" : "PM")"
        }

        private static func day(_ date: Date, _ zone: TimeZone) -> String {
            let parts = parts(of: date, zone)
            let month = months[min(max((parts.month ?? 1) - 1, 0), 11)]
            return "\(month) \(parts.day ?? 1), \(parts.year ?? 1)"
        }

        /// The two largest units.
        private static func distance(_ seconds: UInt) -> String {
            guard let first = units.firstIndex(where: { $0.seconds <= seconds }) else { return "0 sec" }
            let unit = units[first]
            let text = counted(seconds / unit.seconds, unit.short)
            guard first + 1 < units.count, case let next = units[first + 1],
                case let rest = seconds % unit.seconds / next.seconds, rest > 0
            else { return text }
            return text + ", " + counted(rest, next.short)
        }

        private static func counted(_ count: UInt, _ unit: String) -> String {
            let isPlural = count != 1 && ["yr", "mth", "wk", "day"].contains(unit)
            return "\(count) \(unit)\(isPlural ? "s" : "")"
        }

        private static func largestUnit(_ seconds: UInt) -> String {
            let unit = units.first { $0.seconds <= seconds } ?? units[units.count - 1]
            let count = seconds / unit.seconds
            return "\(count) \(unit.long)\(count == 1 ? "" : "s")"
        }

        private static func clock(_ seconds: UInt) -> String {
            let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
            let tail = ":" + twoDigits(seconds % 60)
            return hours > 0 ? "\(hours):\(twoDigits(minutes))\(tail)" : "\(minutes)\(tail)"
        }

        private static func twoDigits(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
    }
}
