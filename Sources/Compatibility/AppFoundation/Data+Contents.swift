public import Foundation
internal import PhotoFeed

extension Data {
    /// Reads a file, or gets an address with the limits of ``URLSession``.
    ///
    /// Foundation's own cannot get addresses here unless its networking is linked, and then without limits.
    public init(contentsOf url: URL) throws {
        guard !url.isFileURL else {
            try self.init(contentsOf: url, options: [])
            return
        }
        self.init(try WebTransport.get(url, by: WebTransport.fetcher).body)
    }
}
