internal import FoundationEssentials
package import WidgetUI

extension WidgetPicture {
    /// Where links can be hit: `[{"rect":[x,y,w,h],"url":…}]`, in points, the topmost first.
    package var hitsJSON: JSONText {
        .array(
            hits.map { hit in
                let frame = hit.frame
                let numbers = [frame.minX, frame.minY, frame.width, frame.height].map(Self.number)
                return .object([("rect", .array(numbers)), ("url", .string(hit.url.absoluteString))])
            })
    }

    /// What was found: `[{"rule":…,"message":…}]`.
    package var lintJSON: JSONText {
        .array(
            findings.map { .object([("rule", .string($0.rule)), ("message", .string($0.description))]) })
    }

    /// Points to a thousandth, which is finer than any pixel; whole ones without a fraction.
    static func number(_ points: Double) -> JSONText {
        let rounded = (points * 1000).rounded() / 1000
        return rounded == rounded.rounded() && rounded.magnitude < 1e9 ? .integer(Int(rounded)) : .number(rounded)
    }
}
