import FoundationEssentials
import PhotoWidget
import Testing
import WidgetTimeline
import WidgetUI

/// What configurations of widgets say of them.
@MainActor struct WidgetConfigurationTests {
    private struct Plain: Widget {
        var body: some WidgetConfiguration {
            StaticConfiguration(kind: "plain", provider: NamedProvider(name: "plain")) { Text($0.name) }
        }
    }

    private struct Full: Widget {
        var body: some WidgetConfiguration {
            StaticConfiguration(kind: "full", provider: NamedProvider(name: "full")) { entry in
                Text(entry.name)
                Text("below")
            }
            .configurationDisplayName("Full \(2)")
            .description(Text("All that can be said."))
            .supportedFamilies([.systemSmall, .accessoryInline])
            .contentMarginsDisabled()
        }
    }

    private struct Several: WidgetBundle {
        var body: some Widget {
            Plain()
            Full()
            if #available(iOS 17, *) { Plain() }
        }
    }

    private struct None: Widget {
        var body: some WidgetConfiguration { EmptyWidgetConfiguration().description("nothing") }
    }

    @Test func `what is not said is WidgetKit's default`() throws {
        let widget = try #require(Plain().descriptions.first)
        #expect(widget.kind == "plain")
        #expect(widget.displayName == "")
        #expect(widget.supportedFamilies == WidgetFamily.system)
        #expect(!widget.contentMarginsDisabled)
        #expect(widget.contentMargins(in: .systemSmall) == EdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16))
        #expect(widget.contentMargins(in: .accessoryCircular) == EdgeInsets())
    }

    @Test func `what is said is described`() throws {
        let widget = try #require(Full().descriptions.first)
        #expect(widget.displayName == "Full 2")
        #expect(widget.description == "All that can be said.")
        #expect(widget.supportedFamilies == [.systemSmall, .accessoryInline])
        #expect(widget.contentMargins(in: .systemSmall) == EdgeInsets())
    }

    @Test func `a bundle describes its widgets in their order`() {
        #expect(Several().descriptions.map(\.kind) == ["plain", "full", "plain"])
        #expect(None().descriptions.isEmpty)
    }

    @Test func `an entry's view is made of the entry`() throws {
        let widget = try #require(Full().descriptions.first)
        let context = TimelineProviderContext(
            family: .systemSmall, displaySize: DisplaySize(width: 158, height: 158))
        let entry = widget.provider.placeholder(in: context, configuration: InstanceSettings())
        #expect(entry.evaluated(in: context).altText == "full, below")
    }

    private struct FamilyName: View {
        @Environment(\.widgetFamily) private var family
        @Environment(\.colorScheme) private var scheme

        var body: some View { Text(verbatim: "\(family) \(scheme)") }
    }

    @Test func `a view knows the family and the scheme in which it is drawn`() {
        let context = TimelineProviderContext(
            family: .systemLarge, displaySize: DisplaySize(width: 338, height: 354))
        let entry = WidgetEntry(NamedEntry(date: Date(timeIntervalSince1970: 0), name: "")) { _ in FamilyName() }
        #expect(entry.evaluated(in: context, scheme: .dark).altText == "systemLarge dark")
    }
}
