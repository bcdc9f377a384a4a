// Written as for an iPhone, not for this house.
// swift-format-ignore-file

import Intents
import SwiftUI
import WidgetKit

struct SimpleEntry: TimelineEntry {
    let date: Date
    let configuration: ConfigurationIntent
    let image: UIImage
    let url: String
}

struct Provider: IntentTimelineProvider {
    func placeholder(in context: Context) -> SimpleEntry {
        SimpleEntry(date: Date(), configuration: ConfigurationIntent(), image: UIImage(), url: "")
    }

    func getSnapshot(
        for configuration: ConfigurationIntent, in context: Context, completion: @escaping (SimpleEntry) -> ()
    ) {
        fetchPhoto(tags: configuration.tags) { image, url in
            completion(SimpleEntry(date: Date(), configuration: configuration, image: image, url: url))
        }
    }

    func getTimeline(
        for configuration: ConfigurationIntent, in context: Context, completion: @escaping (Timeline<Entry>) -> ()
    ) {
        fetchPhoto(tags: configuration.tags) { image, url in
            let currentDate = Date()
            let entry = SimpleEntry(date: currentDate, configuration: configuration, image: image, url: url)
            let nextRefresh = Calendar.current.date(byAdding: .minute, value: 3, to: currentDate)!
            completion(Timeline(entries: [entry], policy: .after(nextRefresh)))
        }
    }

    private func fetchPhoto(tags: String, completion: @escaping (UIImage, String) -> ()) {
        guard
            let url = URL(
                string: "https://feeds.example/photos_public.gne?tags=\(tags)&tagmode=any&format=json&nojsoncallback=1")
        else { return }
        URLSession.shared.dataTask(with: url) { data, response, error in
            guard let data = data,
                let model = try? JSONDecoder().decode(PhotoModel.self, from: data),
                let address = model.items.first?.media.m,
                let image = ImageCache.shared.load(address)
            else { return }
            completion(image, address)
        }.resume()
    }
}

struct MyWidgetEntryView: View {
    var entry: Provider.Entry

    var body: some View {
        Image(uiImage: entry.image)
            .resizable()
            .aspectRatio(contentMode: .fill)
            .widgetURL(deepLink)
    }

    private var deepLink: URL? {
        let encoded = entry.url.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""
        return URL(string: "widget://deeplink?url=\(encoded)")
    }
}

@main
struct MyWidget: Widget {
    let kind: String = "MyWidget"

    var body: some WidgetConfiguration {
        IntentConfiguration(kind: kind, intent: ConfigurationIntent.self, provider: Provider()) { entry in
            MyWidgetEntryView(entry: entry)
        }
        .configurationDisplayName("위젯 예제")
        .description("사진을 보여 줍니다.")
    }
}

struct MyWidget_Previews: PreviewProvider {
    static var previews: some View {
        MyWidgetEntryView(
            entry: SimpleEntry(date: Date(), configuration: ConfigurationIntent(), image: UIImage(), url: "")
        )
        .previewContext(WidgetPreviewContext(family: .systemSmall))
    }
}
