internal import Storage

/// What is published now, read from one set: the entry is that of the picture, whatever is published meanwhile.
package struct CurrentSet: Sendable {
    /// What the document says.
    package let entry: PublishedEntry
    /// The absolute path of the picture: the widget's drawing, else the photo's thumbnail; `nil` if there is none.
    package let picture: String?
    /// What a drawing shows, in words.
    package let alternativeText: String?
}

extension Publisher {
    /// The set that is published now; `nil` if nothing is.
    package func currentSet(kind: String, instance: String) throws(PublishError) -> CurrentSet? {
        let directory = directory(kind: kind, instance: instance)
        let name = try storage { () throws(StorageError) in try SymbolicLink.target(at: "\(directory)/current") }
        guard let set = name.map({ "\(directory)/\($0)" }),
            let bytes = try storage({ () throws(StorageError) in
                try MappedFile.contents(ofFile: "\(set)/\(PublishedSet.document)")
            })
        else { return nil }
        let entry: PublishedEntry
        do { entry = try PublishedEntry.reading(bytes) } catch {
            throw .damaged(path: set, reason: "\(error)")
        }
        let picture = try storage { () throws(StorageError) in
            for file in [PublishedSet.drawing, PublishedSet.png] where try FileStatus.of("\(set)/\(file)") != nil {
                return "\(set)/\(file)" as String?
            }
            return nil
        }
        return CurrentSet(
            entry: entry, picture: picture,
            alternativeText: entry.photo == nil ? Self.alternativeText(in: "\(set)/\(PublishedDrawing.hits)") : nil)
    }

    private static func alternativeText(in path: String) -> String? {
        // A widget that was not drawn has no such document, and the entry serves without.
        guard let bytes = try? MappedFile.contents(ofFile: path),
            case .object(let members)? = try? JSON5Reader.read(String(decoding: bytes, as: UTF8.self)).value,
            case .string(let text)? = members.first(where: { $0.key == "alt" })?.node.value
        else { return nil }
        return text
    }
}
