/// Small feeds that tests make themselves.
package enum ListedFeed {
    /// A feed that lists pictures by their addresses, titled "one", "two" and so on.
    package static func json(_ media: [String]) -> [UInt8] {
        let names = ["one", "two", "three", "four", "five", "six"]
        let items = media.enumerated().map { index, address in
            """
            {"title": "\(names[index % names.count])", "link": "https://www.flickr.com/photos/demo/\(100 + index)/",
             "media": {"m": "\(address)"}, "date_taken": "2026-11-28T17:20:00-08:00", "description": "",
             "published": "2026-11-29T18:00:0\(9 - index % 10)Z", "author": "nobody@flickr.com (\\"demo\\")",
             "author_id": "123@N02", "tags": "texas sky"}
            """
        }
        return Array("{\"title\": \"Demo\", \"items\": [\(items.joined(separator: ","))]}".utf8)
    }
}
