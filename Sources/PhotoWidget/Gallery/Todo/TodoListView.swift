internal import WidgetUI

/// The todos, one a row; what there is no room for is counted in the last.
struct TodoListView: View {
    let entry: TodoEntry

    var body: some View {
        VStack(alignment: .leading) {
            switch entry.state {
            case .data:
                ForEach(entry.rows) { item in
                    TodoRow(item: item)
                }
                if entry.more > 0 {
                    Text("+\(entry.more) more")
                        .foregroundColor(.gray)
                }
            case .none:
                Text("Please Add Todo")
                    .frame(maxWidth: .infinity, alignment: .center)
            case .broken:
                Text("The todos cannot be read")
                    .frame(maxWidth: .infinity, alignment: .center)
            }
        }
        .containerBackground(.background, for: .widget)
    }
}

/// One todo: whether it is done, and what it is.
private struct TodoRow: View {
    let item: TodoItem

    var body: some View {
        HStack {
            Circle()
                .fill(item.isCompleted ? Color.green : Color.gray.opacity(0.3))
                .frame(width: 16, height: 16)
            Text(item.text)
                .strikethrough(item.isCompleted)
                .lineLimit(1)
            Spacer()
        }
    }
}
