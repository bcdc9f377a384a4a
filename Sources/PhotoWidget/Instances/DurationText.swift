package import FoundationEssentials
internal import Storage

/// How people write a length of time.
package enum DurationText {
    /// A time in seconds, or with s, m, h or d behind it; more than 0 and at most ten years.
    package static func seconds(of text: String) -> TimeInterval? {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
        let unit = text.last.flatMap { units[$0] }
        let digits = unit == nil ? Substring(text) : text.dropLast()
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits) else {
            return nil
        }
        let seconds = number * (unit ?? 1)
        return seconds > 0 && seconds <= 315_360_000 ? seconds : nil
    }

    /// A length of time in one unit, in which it has two digits or more: `75 s`, `22 min`, `30 h`, `12 days`.
    package static func rounded(_ seconds: TimeInterval) -> String {
        switch seconds {
        case ..<120: "\(Int(bounded: seconds)) s"
        case ..<7200: "\(Int(bounded: seconds / 60)) min"
        case ..<172_800: "\(Int(bounded: seconds / 3600)) h"
        default: "\(Int(bounded: seconds / 86_400)) days"
        }
    }
}
