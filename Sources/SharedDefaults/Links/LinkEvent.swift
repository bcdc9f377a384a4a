public import FoundationEssentials
import Storage

/// A deep link that somebody opened.
public struct LinkEvent: Equatable, Sendable {
    /// Its number; later ones are higher, and none is given twice.
    public var id: Int
    /// The address.
    public var url: LinkURL
    /// When it was opened.
    public var date: Date

    /// Reads columns `id`, `url`, `opened_at`, `scheme`; `nil` where another program stored what no link can be: not an
    /// address, one of another scheme than it is filed under, or a number that no lock can stand for.
    init?(_ row: borrowing DatabaseRow) {
        guard let url = try? LinkURL(row.text(1)), url.scheme == row.text(3) else { return nil }
        id = row.integer(0)
        guard (1...Self.greatestID).contains(id) else { return nil }
        self.url = url
        date = Date(timeIntervalSince1970: row.real(2))
    }

    /// The offset of the last byte that can be locked alone.
    private static let greatestID = Int.max - 1

    init(id: Int, url: LinkURL, date: Date) {
        self.id = id
        self.url = url
        self.date = date
    }
}
