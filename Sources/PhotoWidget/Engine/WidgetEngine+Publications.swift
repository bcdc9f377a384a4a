package import FoundationEssentials
package import WidgetTimeline

extension WidgetEngine {
    /// What is published for each entry of a timeline: made when it is read, so that the pictures of one are in memory.
    ///
    /// An entry is valid until the next; the last until the timeline is over, which is `reload` if that is known.
    package func publications(
        of timeline: Timeline<WidgetEntry>, reload: Date? = nil, drawn: Bool = true
    ) -> LazyMapCollection<Range<Int>, Publication> {
        let entries = timeline.entries
        return entries.indices.lazy.map { index in
            let next = index + 1 < entries.count ? entries[index + 1].date : end(of: timeline, reload: reload)
            return publication(of: entries[index], until: next, policy: timeline.policy, drawn: drawn)
        }
    }

    /// What is published where nothing good was ever seen.
    func placeholderPublication(because reason: String, until date: Date?) -> Publication {
        let entry = widget.provider.placeholder(in: context, configuration: instance.settings)
        var document = document(of: entry, until: date, policy: date.map(TimelineReloadPolicy.after) ?? .never)
        document.date = now()
        document.status = .placeholder
        document.reason = reason
        var publication = Publication(document)
        if var photo = entry.value as? PhotoEntry {
            photo.reason = reason
            publication.add(photo)
        }
        draw(entry, into: &publication)
        return publication
    }

    private func publication(
        of entry: WidgetEntry, until date: Date?, policy: TimelineReloadPolicy, drawn: Bool
    ) -> Publication {
        var publication = Publication(document(of: entry, until: date, policy: policy))
        if let photo = entry.value as? PhotoEntry { publication.add(photo) }
        if drawn { draw(entry, into: &publication) }
        return publication
    }

    private func draw(_ entry: WidgetEntry, into publication: inout Publication) {
        guard let drawing else { return }
        publication.add(drawing.files(of: entry, by: widget, in: context))
    }

    private func document(of entry: WidgetEntry, until date: Date?, policy: TimelineReloadPolicy) -> PublishedEntry {
        var document = PublishedEntry(
            kind: id.kind, instance: id.instance,
            family: (instance.family ?? drawing.map { _ in context.family })?.rawValue, date: entry.date,
            validUntil: date, policy: policy, status: .fresh)
        // A photo's document has its link without the view.
        if !(entry.value is PhotoEntry) {
            let links = entry.links(in: context)
            document.deepLink = links.widget
            document.links = links.inside
        }
        document.content = (entry.value as? any DescribedEntry)?.contentJSON
        return document
    }

    /// When a timeline is over.
    func end(of timeline: Timeline<WidgetEntry>, reload: Date?) -> Date? {
        switch timeline.policy {
        case .never: nil
        case .after(let date): date
        case .atEnd: reload ?? max(timeline.entries.last?.date ?? now(), now() + rules.floor)
        }
    }
}
