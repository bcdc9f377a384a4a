internal import PhotoWidget

/// Rows of text in aligned columns.
struct Table {
    /// The heads of the columns.
    let heads: [String]
    private(set) var rows: [[String]] = []

    /// A table without rows.
    init(_ heads: [String]) { self.heads = heads }

    /// Appends a row, one cell for each head.
    mutating func append(_ cells: [String]) { rows.append(cells.map(VisibleText.line)) }

    /// One line a row, two spaces between columns.
    var lines: [String] {
        let all = [heads] + rows
        let widths = heads.indices.map { column in all.map { VisibleText.width(of: $0[column]) }.max() ?? 0 }
        return all.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - VisibleText.width(of: cell))
            }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
