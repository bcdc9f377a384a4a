import SwiftUI
import WidgetKit

/// How full the moon is, four times a day: the source of a widget as one writes it for an iPhone.
@main
struct MoonWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "moon", provider: MoonProvider()) { entry in
            MoonView(entry: entry)
        }
        .configurationDisplayName("Moon")
        .description("How full the moon is.")
        .supportedFamilies([.systemSmall, .systemMedium])
    }
}

struct MoonEntry: TimelineEntry {
    let date: Date

    /// How much of its way from new moon to new moon the moon has gone, 0 to 1.
    var phase: Double {
        let month = 29.530588853
        // A new moon: 2000-01-06, 18:14 UTC.
        let days = date.timeIntervalSince1970 / 86_400 - 10_962.76
        return (days / month).truncatingRemainder(dividingBy: 1)
    }

    var name: String {
        let names = [
            "New moon", "Waxing crescent", "First quarter", "Waxing gibbous", "Full moon", "Waning gibbous",
            "Last quarter", "Waning crescent",
        ]
        return names[Int((phase * 8).rounded()) % 8]
    }
}

struct MoonProvider: TimelineProvider {
    func placeholder(in context: Context) -> MoonEntry { MoonEntry(date: Date()) }

    func getSnapshot(in context: Context, completion: @escaping (MoonEntry) -> Void) {
        completion(MoonEntry(date: Date()))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<MoonEntry>) -> Void) {
        let now = Date()
        let entries = (0..<4).map { MoonEntry(date: now.addingTimeInterval(Double($0) * 6 * 3600)) }
        completion(Timeline(entries: entries, policy: .atEnd))
    }
}

struct MoonView: View {
    @Environment(\.widgetFamily) private var family
    let entry: MoonEntry

    var body: some View {
        HStack(spacing: 16) {
            moon
            if family == .systemMedium { words }
        }
        .containerBackground(for: .widget) {
            LinearGradient(
                colors: [Color(red: 0.05, green: 0.07, blue: 0.2), Color(red: 0.16, green: 0.14, blue: 0.36)],
                startPoint: .top, endPoint: .bottom)
        }
        .widgetURL(URL(string: "moon://today"))
    }

    /// A bright disc, and the shadow that leaves it to the left and comes back from the right.
    private var moon: some View {
        let shadow = entry.phase < 0.5 ? -2 * entry.phase : 2 * (1 - entry.phase)
        return ZStack {
            Circle().fill(Color(red: 1, green: 0.96, blue: 0.84))
            Circle().fill(Color(red: 0.16, green: 0.17, blue: 0.34)).offset(x: 96 * shadow)
        }
        .frame(width: 96, height: 96)
        .clipShape(Circle())
    }

    private var words: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(entry.name).font(.headline)
            Text("\(Int((1 - abs(1 - 2 * entry.phase)) * 100)) % of the way to full").font(.caption)
                .foregroundColor(.white.opacity(0.7))
        }
        .foregroundColor(.white)
    }
}
