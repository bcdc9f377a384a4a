package import FoundationEssentials
internal import WidgetTimeline
package import WidgetUI

extension WidgetEngine {
    /// An entry that has been drawn.
    package struct Rendering: Sendable {
        /// The picture.
        package var picture: WidgetPicture
        /// When the next one is due; `nil` if there is none until somebody asks.
        package var validUntil: Date?
    }

    /// Asks the provider and draws the entry of now; nothing is published, and the schedule does not learn of it.
    ///
    /// - Parameters:
    ///   - renderer: What draws.
    ///   - scale: Pixels a point.
    ///   - scheme: Whether the surrounding is light or dark.
    /// - Returns: The entry, drawn.
    /// - Throws: What the provider says, or why it cannot be drawn.
    package func render(
        with renderer: WidgetRenderer, scale: Double, scheme: ColorScheme
    ) throws(WidgetError) -> Rendering {
        let outcome = try widget.provider.answer(to: self)
        let entries = outcome.timeline.entries
        guard let index = entries.lastIndex(where: { $0.date <= now() }) ?? entries.indices.first else {
            throw .timeline(.failed(reason: "the timeline has no entries"), kind: id.kind, instance: id.instance)
        }
        do {
            let picture = try renderer.picture(
                of: entries[index], by: widget, in: context, scale: scale, scheme: scheme)
            let isLast = index + 1 == entries.count
            let validUntil = isLast ? end(of: outcome.timeline, reload: nil) : entries[index + 1].date
            return Rendering(picture: picture, validUntil: validUntil)
        } catch {
            throw .render(error, kind: id.kind, instance: id.instance)
        }
    }
}
