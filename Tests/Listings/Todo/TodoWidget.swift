// Written as for an iPhone, not for this house.
// swift-format-ignore-file

import SwiftUI
import WidgetKit

struct TodoModel: Codable, Identifiable {
    let id: Int
    let isCompleted: Bool
    let text: String
}

struct SimpleEntry: TimelineEntry {
    let date: Date
    let todos: [TodoModel]
}

struct Provider: TimelineProvider {
    func placeholder(in context: Context) -> SimpleEntry {
        SimpleEntry(date: Date(), todos: [])
    }

    func getSnapshot(in context: Context, completion: @escaping (SimpleEntry) -> ()) {
        let entry = SimpleEntry(date: Date(), todos: [])
        completion(entry)
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> ()) {
        var entries: [SimpleEntry] = []
        let todos = readTodos()

        let currentDate = Date()
        for hourOffset in 0 ..< 5 {
            let entryDate = Calendar.current.date(byAdding: .hour, value: hourOffset, to: currentDate)!
            entries.append(SimpleEntry(date: entryDate, todos: todos))
        }

        let timeline = Timeline(entries: entries, policy: .atEnd)
        completion(timeline)
    }

    private func readTodos() -> [TodoModel] {
        let userDefaults = UserDefaults(suiteName: "group.example.todo")
        guard let json = userDefaults?.string(forKey: "data"), let data = json.data(using: .utf8) else { return [] }
        do {
            return try JSONDecoder().decode([TodoModel].self, from: data)
        } catch let error as DecodingError {
            print("todo:", error.localizedDescription)
        } catch {
            print("todo:", error)
        }
        return []
    }
}

struct NetworkImage: View {
    let url: URL?

    var body: some View {
        if let url = url, let data = try? Data(contentsOf: url), let uiImage = UIImage(data: data) {
            Image(uiImage: uiImage)
                .resizable()
                .aspectRatio(contentMode: .fill)
        } else {
            Image("default_image")
                .resizable()
        }
    }
}

struct TodoRow: View {
    @Environment(\.colorScheme) var colorScheme
    let todo: TodoModel

    var body: some View {
        HStack {
            NetworkImage(url: URL(string: todo.isCompleted ? checkedURL : uncheckedURL))
                .frame(width: 16, height: 16)
            if todo.isCompleted {
                Text(todo.text)
                    .strikethrough()
                    .foregroundColor(.gray)
                    .lineLimit(1)
                    .frame(width: 140, alignment: .leading)
            } else {
                Text(todo.text)
                    .foregroundColor(colorScheme == .dark ? .white : .black)
                    .lineLimit(1)
                    .frame(width: 140, alignment: .leading)
            }
        }
        Spacer()
    }

    private var checkedURL: String { "https://pictures.example/checked.png" }
    private var uncheckedURL: String { "https://pictures.example/unchecked.png" }
}

struct TodoWidgetEntryView: View {
    @Environment(\.colorScheme) var colorScheme
    var entry: Provider.Entry

    var body: some View {
        ZStack {
            if colorScheme == .dark {
                Color.black
            } else {
                Color.white
            }
            if entry.todos.isEmpty {
                Text("Please Add Todo")
            } else {
                VStack {
                    ForEach(entry.todos, id: \.self.id) { todo in
                        TodoRow(todo: todo)
                    }
                }
                .padding(16)
            }
        }
    }
}

@main
struct TodoWidget: Widget {
    let kind: String = "TodoWidget"

    var body: some WidgetConfiguration {
        StaticConfiguration(kind: kind, provider: Provider()) { entry in
            TodoWidgetEntryView(entry: entry)
        }
        .configurationDisplayName("Todo")
        .description("What is left to do today.")
    }
}

struct TodoWidget_Previews: PreviewProvider {
    static var previews: some View {
        TodoWidgetEntryView(entry: SimpleEntry(date: Date(), todos: []))
            .previewContext(WidgetPreviewContext(family: .systemSmall))
    }
}
