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

    /// Reads columns `id`, `url`, `opened_at`; `nil` where another program stored what is no address.
    init?(_ row: borrowing DatabaseRow) {
        guard let url = try? LinkURL(row.text(1)) else { return nil }
        id = row.integer(0)
        self.url = url
        date = Date(timeIntervalSince1970: row.real(2))
    }

    init(id: Int, url: LinkURL, date: Date) {
        self.id = id
        self.url = url
        self.date = date
    }
}
