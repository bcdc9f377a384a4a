import Glibc
import WidgetUI

/// Times the evaluation and the layout of a tree of 1,000 views: rows of texts, colours and frames in nested stacks.
@main
@MainActor
enum LayoutBench {
    static func main() {
        let size = Size(width: 338, height: 354)
        let evaluated = EvaluatedWidget(Board())
        let placed = evaluated.placed(in: size, measuring: WideFont())
        print("nodes: \(placed.content.map(count) ?? 0)")
        measure("evaluation") { _ = EvaluatedWidget(Board()) }
        measure("layout") { _ = evaluated.placed(in: size, measuring: WideFont()) }
    }

    private static func count(_ node: PlacedNode) -> Int { node.children.reduce(1) { $0 + count($1) } }

    /// Prints the best and the median of many runs.
    private static func measure(_ name: String, _ body: () -> Void) {
        let times = (0..<200).map { _ in
            let start = now()
            body()
            return now() - start
        }.sorted()
        print("\(name): best \(rounded(times[0])) ms, median \(rounded(times[times.count / 2])) ms")
    }

    private static func rounded(_ microseconds: Double) -> Double { microseconds.rounded() / 1000 }

    /// Microseconds of CPU time.
    private static func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

/// 40 rows of 25 views each, in 8 columns of 5.
struct Board: View {
    var body: some View {
        HStack(spacing: 2) {
            ForEach(0..<8) { _ in
                VStack(alignment: .leading, spacing: 2) {
                    ForEach(0..<5) { row in
                        Card(row: row)
                    }
                }
            }
        }
    }
}

/// About 25 views, modifiers among them.
struct Card: View {
    let row: Int

    var body: some View {
        VStack(alignment: .leading) {
            HStack {
                Color.red.frame(width: 8, height: 8)
                Text("title \(row)").font(.headline).lineLimit(1)
                Spacer()
                Text("value").bold()
            }
            .padding(2)
            HStack {
                ForEach(0..<4) { _ in
                    Text("cell").frame(maxWidth: .infinity).background(Color.gray)
                }
            }
        }
        .padding(4)
        .background(Color.white)
        .cornerRadius(6)
    }
}

/// A font of fixed width and height.
struct WideFont: TextMeasuring {
    func metrics(of text: StyledText, in room: Proposal) -> TextMetrics {
        let width = Double(text.runs.reduce(0) { $0 + $1.string.utf8.count }) * 7
        return TextMetrics(size: Size(width: min(width, room.width ?? width), height: 17))
    }
}
