/// What can be asked of an entry by name, as `--format '{title}'` does; the names are those of `entry.json`.
enum EntryField: String, CaseIterable {
    case path, title, author, link, status, reason, date, validUntil, kind, instance, family, id, dateTaken, published
    case tags, width, height, deepLink
}
