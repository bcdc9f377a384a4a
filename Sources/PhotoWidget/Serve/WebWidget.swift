internal import Storage

/// A published widget as a web page shows it.
package struct WebWidget: Sendable {
    /// Which widget.
    package let id: WidgetID
    /// The name of its set: another one has other files.
    package let set: String
    private let entry: JSONText
    private let hits: JSONText
    private let fault: String?

    /// Reads the documents of a set; what cannot be read is said, not thrown: the other widgets are to be seen.
    package init(_ id: WidgetID, set: String, directory: String) {
        self.id = id
        self.set = set
        var fault: String?
        func document(_ name: String) -> JSONText {
            do {
                return try Self.document("\(directory)/\(name)") ?? .null
            } catch {
                fault = "\(name): \(error)"
                return .null
            }
        }
        entry = document(WebFile.entry)
        hits = document(WebFile.hits)
        self.fault = entry == .null && fault == nil ? "\(WebFile.entry) is missing" : fault
    }

    /// `entry.json` for readers elsewhere: its pictures are paths of this server.
    package var entryDocument: JSONText {
        guard case .object(let members) = entry, case .object(let image)? = entry["image"] else { return entry }
        let moved = image.map { key, value in
            guard ["png", "rgba", "original"].contains(key), let path = value.text else { return (key, value) }
            return (key, JSONText.string(WebFile.path(of: Path.name(of: path), id: id)))
        }
        return .object(members.map { $0.key == "image" ? ("image", .object(moved)) : $0 })
    }

    /// Since when what is shown is known, and when the next entry is due, as they are written.
    package var dates: (made: String?, next: String?) {
        (entry["goodSince"]?.text ?? entry["date"]?.text, entry["validUntil"]?.text)
    }

    /// How its picture came to be shown.
    package var status: String { fault == nil ? entry["status"]?.text ?? "unknown" : "damaged" }

    /// What the page shows, its links resolved and its places in fractions of the picture.
    package var json: JSONText {
        let photo = entry["photo"]
        let whole = [hits["widgetURL"]?.text, entry["deepLink"]?.text, photo?["link"]?.text]
            .lazy.compactMap { $0.flatMap(WebLink.target(of:)) }.first
        return .object([
            ("kind", .string(id.kind)), ("instance", .string(id.instance)), ("set", .string(set)),
            ("date", JSONText(dates.made)), ("validUntil", JSONText(dates.next)), ("status", .string(status)),
            ("reason", JSONText(fault ?? entry["reason"]?.text)), ("title", JSONText(title)),
            ("author", JSONText(photo?["author"]?.text)), ("alt", .string(altText)),
            ("pictures", .array(pictures)), ("link", JSONText(whole)), ("links", .array(links)),
        ])
    }

    private var title: String? { (entry["photo"]?["title"]?.text).flatMap { $0.isEmpty ? nil : $0 } }

    private var altText: String {
        if let alt = hits["alt"]?.text, !alt.isEmpty { return alt }
        if let title {
            return (entry["photo"]?["author"]?.text).map { "\(title), by \($0)" } ?? title
        }
        return "\(id.kind) \(id.instance)"
    }

    /// What was drawn, else the photo.
    private var pictures: [JSONText] {
        let drawn: [JSONText] = (hits["pictures"]?.elements ?? []).compactMap { picture in
            guard let file = picture["file"]?.text, WebFile.type(of: file) != nil else { return nil }
            return described(file, picture["width"], picture["height"], picture["scale"], picture["scheme"])
        }
        if !drawn.isEmpty { return drawn }
        guard let image = entry["image"], let png = image["png"]?.text else { return [] }
        return [described(Path.name(of: png), image["width"], image["height"], nil, nil)]
    }

    private func described(
        _ file: String, _ width: JSONText?, _ height: JSONText?, _ scale: JSONText?, _ scheme: JSONText?
    ) -> JSONText {
        .object([
            // The set's name makes a new picture a new address.
            ("src", .string("\(WebFile.path(of: file, id: id))?set=\(set)")), ("width", width ?? .null),
            ("height", height ?? .null), ("scale", scale ?? .integer(1)), ("scheme", scheme ?? .string("light")),
        ])
    }

    private var links: [JSONText] {
        guard let size = hits["size"]?.elements.compactMap(\.amount), size.count == 2, size.allSatisfy({ $0 > 0 })
        else { return [] }
        return (hits["hits"]?.elements ?? []).compactMap { hit in
            guard let rect = hit["rect"]?.elements.compactMap(\.amount), rect.count == 4,
                let url = hit["url"]?.text.flatMap(WebLink.target(of:))
            else { return nil }
            let sides = zip(rect, [size[0], size[1], size[0], size[1]]).map { min(max($0 / $1, 0), 1) }
            return .object([("rect", .array(sides.map(JSONText.number))), ("url", .string(url))])
        }
    }

    private static func document(_ path: String) throws -> JSONText? {
        guard let bytes = try MappedFile.contents(ofFile: path) else { return nil }
        return try JSON5Reader.read(String(decoding: bytes, as: UTF8.self)).json
    }
}

extension JSONText {
    /// A member of an object.
    fileprivate subscript(key: String) -> JSONText? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate var elements: [JSONText] { if case .array(let elements) = self { elements } else { [] } }

    fileprivate var amount: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
