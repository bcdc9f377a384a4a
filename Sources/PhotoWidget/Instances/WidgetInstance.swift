package import FoundationEssentials
package import WidgetTimeline

/// One instance of a widget, with what a person has set for it.
package struct WidgetInstance: Equatable, Sendable {
    /// Which widget, and which one of its kind.
    package var id: WidgetID
    /// The shape that it has; `nil` is the first of those that the widget supports.
    package var family: WidgetFamily?
    /// What it shows.
    package var settings = InstanceSettings()
    /// How long an entry is shown, in seconds, where the widget leaves that open.
    package var every: TimeInterval?
    /// How many reloads a day may bring.
    package var budget: ReloadAllowance?
    /// The directory in which it is published; `nil` is the one below the state directory.
    package var directory: String?
    /// The line of the configuration file that begins it; `nil` if it is not from there.
    package var line: Int?

    /// How often its provider may be asked, where it shows what programs write here: a write is seen soon, and costs no
    /// network.
    package var localRules: ReloadRules {
        let floor = min(60, every ?? 60)
        return ReloadRules(
            floor: floor, requestFloor: 0.2, settling: 0.1, budget: budget?.budget, firstBackOff: floor)
    }

    /// Names an instance for which nothing is set.
    package init(_ id: WidgetID) { self.id = id }
}

/// How many reloads a day may bring, as a person writes it.
package enum ReloadAllowance: Equatable, Sendable, CustomStringConvertible {
    /// As many as are asked for.
    case unlimited
    /// What WidgetKit grants: ``DailyBudget/widgetKit``.
    case widgetKit
    /// So many in any 24 hours.
    case reloads(Int)

    /// Reads `none`, `widgetkit`, or a number from 0 to 100000.
    package init?(_ text: String) {
        switch text {
        case "none": self = .unlimited
        case "widgetkit": self = .widgetKit
        default:
            guard let count = Int(text), (0...100_000).contains(count) else { return nil }
            self = .reloads(count)
        }
    }

    /// The budget; `nil` is no limit.
    package var budget: DailyBudget? {
        switch self {
        case .unlimited: nil
        case .widgetKit: .widgetKit
        case .reloads(let count): DailyBudget(reloads: count)
        }
    }

    /// As a person writes it.
    package var description: String {
        switch self {
        case .unlimited: "none"
        case .widgetKit: "widgetkit"
        case .reloads(let count): String(count)
        }
    }
}
