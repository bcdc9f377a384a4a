/// Small feeds in the layout and the escaping of the real one, with the fault under test put in as written.
enum SampleFeed {
    /// A feed of items.
    static func text(_ items: String...) -> String { text(items) }

    /// A feed of items.
    static func text(_ items: [String]) -> String {
        """
        {
        \t\t"title": "Recent Uploads tagged marsh",
        \t\t"link": "https:\\/\\/www.flickr.com\\/photos\\/tags\\/marsh\\/",
        \t\t"description": "",
        \t\t"modified": "2026-10-02T08:00:00Z",
        \t\t"generator": "https:\\/\\/www.flickr.com",
        \t\t"items": [
        \(items.joined(separator: ",\n"))
        ]
        }
        """
    }

    /// One entry; every part is JSON as it will stand in the feed, quotes included.
    static func item(
        id: Int = 52_000_000_001, title: String = #""Reed bed""#,
        link: String = #""https:\/\/www.flickr.com\/photos\/heron\/1\/""#,
        media: String? = nil, dateTaken: String = #""2026-10-01T06:30:00-08:00""#,
        description: String = description(), published: String = #""2026-10-02T08:00:00Z""#,
        author: String = #""nobody@flickr.com (\"Grey Heron\")""#, authorID: String = #""9000001@N02""#,
        tags: String = #""marsh reeds""#
    ) -> String {
        """
        \t   {
        \t\t\t"title": \(title),
        \t\t\t"link": \(link),
        \t\t\t"media": \(media ?? #"{"m":"https:\/\/live.staticflickr.com\/65535\/\#(id)_00c0ffee11_m.jpg"}"#),
        \t\t\t"date_taken": \(dateTaken),
        \t\t\t"description": \(description),
        \t\t\t"published": \(published),
        \t\t\t"author": \(author),
        \t\t\t"author_id": \(authorID),
        \t\t\t"tags": \(tags)
        \t   }
        """
    }

    /// A description with its sentence and the attributes of its image.
    static func description(
        sentence: String = "posted a photo:", image: String = #"width=\"240\" height=\"160\""#
    ) -> String {
        #"" <p><a href=\"https:\/\/www.flickr.com\/people\/heron\/\">Grey Heron<\/a> \#(sentence)<\/p> "#
            + #"<p><a href=\"https:\/\/www.flickr.com\/photos\/heron\/1\/\"><img src=\"x_m.jpg\" \#(image) \/><\/a><\/p> ""#
    }
}
