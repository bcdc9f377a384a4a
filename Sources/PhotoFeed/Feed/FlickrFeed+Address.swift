extension FlickrFeed {
    /// The languages that the feed speaks.
    /// - Source: flickr.com/services/feeds/docs/photos_public.
    static let languages = ["de-de", "en-us", "es-us", "fr-fr", "it-it", "ko-kr", "pt-br", "zh-hk"]

    /// The address to fetch for a query.
    ///
    /// `tagmode` is always sent: the feed's own default is `all`. With another endpoint the parameters replace those of
    /// the same name in its query and the rest of it stays; its `tagmode` stays too where its tags do.
    /// - Throws: `FeedError.badQuery` with the option as the command line spells it.
    public func address(for query: FeedQuery) throws(FeedError) -> String {
        var address = try endpoint(of: query)
        var parameters: [(name: String, value: String)] = []
        if let id = try identifier(of: query) { parameters.append(("id", id)) }
        let tags = query.tags.flatMap { $0.split(separator: ",") }.map(\.trimmed).filter { !$0.isVoid }
        if let first = query.tags.first, tags.isEmpty {
            throw .badQuery(option: "--tags", value: first, expected: "a tag, as texas")
        }
        if !tags.isEmpty {
            let encoded = tags.map { WebAddress.encoded($0, keeping: "-._~") }
            parameters.append(("tags", encoded.joined(separator: ",")))
        }
        if !tags.isEmpty || !address.hasParameter("tagmode") {
            parameters.append(("tagmode", query.tagMode.rawValue))
        }
        if let language = query.language { parameters.append(("lang", try checked(language: language))) }
        parameters += [("format", "json"), ("nojsoncallback", "1")]
        for (name, value) in parameters { address.removeParameter(name); address.append(name, value) }
        return address.description
    }

    private func endpoint(of query: FeedQuery) throws(FeedError) -> WebAddress {
        let feed = query.group == nil ? "photos_public" : "groups_pool"
        let text = query.endpoint ?? "https://api.flickr.com/services/feeds/\(feed).gne"
        guard let address = WebAddress(String(Substring(text).trimmed)) else {
            throw .badQuery(option: "--feed", value: text, expected: "an absolute http or https address")
        }
        return address
    }

    private func identifier(of query: FeedQuery) throws(FeedError) -> String? {
        if let user = query.user, query.group != nil {
            throw .badQuery(option: "--user", value: user, expected: "either --user or --group")
        }
        for (option, id) in [("--user", query.user), ("--group", query.group)] {
            guard let id else { continue }
            guard Self.isNSID(id) else {
                throw .badQuery(option: option, value: id, expected: "an NSID such as 12345678@N02")
            }
            return id
        }
        return nil
    }

    private func checked(language: String) throws(FeedError) -> String {
        guard let known = Self.languages.first(where: { $0 == language.lowercased() }) else {
            throw .badQuery(
                option: "--lang", value: language, expected: "one of " + Self.languages.joined(separator: ", "))
        }
        return known
    }

    /// Whether a text is an NSID, and no path alias.
    ///
    /// Flickr answers a wrong id with everyone's photos.
    private static func isNSID(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].isDigits && parts[1].hasPrefix("N") && parts[1].dropFirst().isDigits
    }
}

extension WebAddress {
    private var parameters: [Substring] { query.map { $0.split(separator: "&") } ?? [] }

    fileprivate func hasParameter(_ name: String) -> Bool {
        parameters.contains { $0.before(anyOf: "=") == name }
    }

    fileprivate mutating func removeParameter(_ name: String) {
        query = parameters.filter { $0.before(anyOf: "=") != name }.joined(separator: "&")
    }

    /// Appends a parameter whose value is percent-encoded already.
    fileprivate mutating func append(_ name: String, _ value: String) {
        query = ((query ?? "").isEmpty ? "" : (query ?? "") + "&") + "\(name)=\(value)"
    }
}
