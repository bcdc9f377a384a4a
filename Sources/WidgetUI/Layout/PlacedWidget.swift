package import FoundationEssentials

/// A widget's whole picture, laid out: background, content, and what a tap does.
package struct PlacedWidget: Equatable, Sendable {
    /// The widget's size in points; its edge clips all that is painted.
    package let size: Size
    /// What is painted first, over the whole widget.
    package let background: PlacedNode?
    /// What is painted above it.
    package let content: PlacedNode?
    /// The address for a tap that hits no link.
    package let widgetURL: URL?
    /// What a person should know.
    package let findings: [Finding]

    /// Where links can be hit: what clips leave of each, the one painted last first.
    package var hits: [HitRegion] {
        let bounds = Rect(origin: .zero, size: size)
        var regions: [HitRegion] = []
        for node in [background, content] {
            node?.collectHits(inside: bounds, into: &regions)
        }
        return regions.reversed()
    }

    /// The address for a tap at a place: the topmost link's, else the widget's.
    package func url(at point: Point) -> URL? {
        hits.first { $0.frame.contains(point) }?.url ?? widgetURL
    }

    /// What the picture says in words, in reading order.
    package var altText: String { AltText.joined(content?.words ?? []) }
}

/// A rectangle in which a tap opens an address.
package struct HitRegion: Equatable, Sendable {
    /// Where, in points; what clips cut off is left out, the roundness of their corners is not.
    package let frame: Rect
    /// What opens.
    package let url: URL
}

extension PlacedNode {
    /// Notes the node's link and those of its children, each cut to what is visible.
    fileprivate func collectHits(inside bounds: Rect, into regions: inout [HitRegion]) {
        var bounds = bounds
        if clip != nil {
            guard let visible = bounds.intersection(frame) else { return }
            bounds = visible
        }
        if let link, let visible = bounds.intersection(frame) {
            regions.append(HitRegion(frame: visible, url: link))
        }
        for child in children { child.collectHits(inside: bounds, into: &regions) }
    }
}
