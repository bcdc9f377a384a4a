// Written as for an iPhone, not for this house.
// swift-format-ignore-file

import SwiftUI
import WidgetKit

private let groupId = "group.example.budget"
private let valueKey = "BudgetWidgetKey"

struct Provider: TimelineProvider {
    func placeholder(in context: Context) -> BudgetEntry {
        BudgetEntry(date: Date(), emoji: "💰", content: "1")
    }

    func getSnapshot(in context: Context, completion: @escaping (BudgetEntry) -> Void) {
        let entry = BudgetEntry(date: Date(), emoji: "💰", content: "0")
        completion(entry)
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
        let defaults = UserDefaults(suiteName: groupId)
        let content = defaults?.string(forKey: valueKey) ?? "0"
        let entry = BudgetEntry(date: Date(), emoji: "💰", content: content)
        let timeline = Timeline(entries: [entry], policy: .atEnd)
        completion(timeline)
    }
}

struct BudgetEntry: TimelineEntry {
    let date: Date
    let emoji: String
    let content: String
}

struct BudgetWidgetEntryView: View {
    var entry: Provider.Entry

    private let bgColor = Color(red: 95 / 255, green: 148 / 255, blue: 247 / 255)
    private let buttonColor = Color.white.opacity(0.18)

    var body: some View {
        let content = VStack(alignment: .leading, spacing: 4) {
            HStack(spacing: 8) {
                Image("AppLogo")
                    .resizable()
                    .aspectRatio(contentMode: .fit)
                    .frame(width: 32, height: 32)
                Text("이번 달 소비")
                    .font(.system(size: 12, weight: .bold, design: .rounded))
                    .foregroundColor(.white)
            }
            .padding(.leading, 4)

            Text(entry.content)
                .font(.system(size: 22, weight: .bold, design: .rounded))
                .foregroundColor(.white)
                .frame(maxWidth: .infinity, alignment: .center)

            HStack(spacing: 12) {
                Link(destination: URL(string: "budget://addincome")!) {
                    HStack(spacing: 8) {
                        Text("🐷").font(.system(size: 18))
                        Text("수입 추가")
                            .font(.system(size: 18, weight: .bold, design: .rounded))
                            .foregroundColor(.white)
                    }
                    .frame(maxWidth: .infinity, minHeight: 44)
                    .background(buttonColor)
                    .cornerRadius(12)
                }
                Link(destination: URL(string: "budget://addexpense")!) {
                    HStack(spacing: 8) {
                        Text("💸").font(.system(size: 18))
                        Text("지출 추가")
                            .font(.system(size: 18, weight: .bold, design: .rounded))
                            .foregroundColor(.white)
                    }
                    .frame(maxWidth: .infinity, minHeight: 44)
                    .background(buttonColor)
                    .cornerRadius(12)
                }
            }
            .padding(.top, 8)
        }
        .padding(.vertical, 6)
        .cornerRadius(24)

        if #available(iOS 17.0, *) {
            content.containerBackground(bgColor, for: .widget)
        } else {
            content
                .padding()
                .background(bgColor)
        }
    }
}

struct BudgetWidget: Widget {
    let kind: String = "BudgetWidget"

    var body: some WidgetConfiguration {
        StaticConfiguration(kind: kind, provider: Provider()) { entry in
            BudgetWidgetEntryView(entry: entry)
        }
        .configurationDisplayName("가계부")
        .description("이번 달 소비를 한눈에 봅니다.")
        .supportedFamilies([.systemMedium])
    }
}

struct BudgetWidget_Previews: PreviewProvider {
    static var previews: some View {
        BudgetWidgetEntryView(entry: BudgetEntry(date: Date(), emoji: "💰", content: "1000"))
            .previewContext(WidgetPreviewContext(family: .systemMedium))
    }
}
