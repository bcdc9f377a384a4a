import FoundationEssentials
import FuzzSupport
import Raster
import WidgetUI

/// Views and modifiers by the bytes of a recipe.
@MainActor struct TreeMaker {
    private var recipe: Recipe
    /// How many views may still come.
    private var rest = 60

    init(_ recipe: Recipe) { self.recipe = recipe }

    /// A view with its modifiers.
    mutating func view(depth: Int) -> AnyView {
        rest -= 1
        guard depth < 24, rest > 0, !recipe.isEmpty else { return AnyView(Text("a")) }
        var view = depth % 2 == 0 ? container(depth: depth) : leaf(depth: depth)
        for _ in 0..<recipe.choice(of: 5) { view = changed(view, depth: depth) }
        return view
    }

    private mutating func children(depth: Int) -> [AnyView] {
        (0..<recipe.choice(of: 5)).map { _ in view(depth: depth + 1) }
    }

    private mutating func container(depth: Int) -> AnyView {
        let kind = recipe.choice(of: 10)
        let spacing = recipe.choice(of: 2) == 0 ? nil : recipe.number()
        let children = children(depth: depth)
        let content = ForEach(0..<children.count) { children[$0] }
        switch kind {
        case 0: return AnyView(VStack(alignment: horizontal(), spacing: spacing) { content })
        case 1: return AnyView(HStack(alignment: vertical(), spacing: spacing) { content })
        case 2: return AnyView(ZStack(alignment: alignment()) { content })
        case 3: return AnyView(Group { content })
        case 4:
            let (width, height) = (recipe.number(), recipe.number())
            return AnyView(
                GeometryReader { proxy in
                    content.frame(width: proxy.size.width * width, height: proxy.size.height / height)
                })
        case 5:
            guard let url = URL(string: "https://a.example/") else { return AnyView(EmptyView()) }
            return AnyView(Link(destination: url) { content })
        case 6:
            return AnyView(
                Label {
                    content
                } icon: {
                    Image(systemName: "star")
                })
        case 7: return AnyView(ProgressView(value: recipe.number(), total: recipe.number()) { content })
        case 8:
            let (one, other) = (recipe.number(), recipe.number())
            let bounds = one <= other ? one...other : 0...0
            return AnyView(Gauge(value: recipe.number(), in: bounds) { content })
        default:
            return AnyView(Gauge(value: recipe.number()) { content }.gaugeStyle(.accessoryCircular))
        }
    }

    private mutating func leaf(depth: Int) -> AnyView {
        switch recipe.choice(of: 18) {
        case 0: return AnyView(Text(verbatim: recipe.text(upTo: 12)))
        case 1:
            return AnyView(
                Text(verbatim: recipe.text(upTo: 40)).kerning(recipe.number()).baselineOffset(recipe.number()))
        case 2: return AnyView(color())
        case 3: return AnyView(Rectangle())
        case 4: return AnyView(RoundedRectangle(cornerRadius: recipe.number()))
        case 5: return AnyView(Circle().stroke(color(), lineWidth: recipe.number()))
        case 6: return AnyView(Ellipse())
        case 7: return AnyView(Capsule().strokeBorder(gradient(), lineWidth: recipe.number()))
        case 8: return AnyView(ContainerRelativeShape().strokeBorder(color(), lineWidth: recipe.number()))
        case 9: return AnyView(Divider())
        case 10: return AnyView(Spacer(minLength: recipe.number()))
        case 11: return AnyView(EmptyView())
        case 12: return AnyView(gradient())
        case 13:
            return AnyView(
                RadialGradient(
                    colors: [color(), color()], center: UnitPoint(x: recipe.number(), y: recipe.number()),
                    startRadius: recipe.number(), endRadius: recipe.number()))
        case 14: return AnyView(Image(systemName: "star"))
        case 15: return AnyView(picture())
        case 16: return AnyView(picture().resizable())
        default:
            let date = Date(timeIntervalSinceReferenceDate: recipe.number())
            let styles: [Text.DateStyle] = [.time, .date, .relative, .offset, .timer]
            return AnyView(Text(date, style: styles[recipe.choice(of: styles.count)]))
        }
    }

    private mutating func changed(_ view: AnyView, depth: Int) -> AnyView {
        switch recipe.choice(of: 30) {
        case 0: return AnyView(view.frame(width: recipe.number(), height: recipe.number(), alignment: alignment()))
        case 1: return AnyView(view.frame(width: recipe.number()))
        case 2:
            return AnyView(
                view.frame(
                    minWidth: recipe.number(), idealWidth: recipe.number(), maxWidth: recipe.number(),
                    minHeight: recipe.number(), idealHeight: recipe.number(), maxHeight: recipe.number()))
        case 3: return AnyView(view.frame(maxWidth: .infinity, maxHeight: recipe.number(), alignment: alignment()))
        case 4: return AnyView(view.padding(recipe.number()))
        case 5:
            return AnyView(
                view.padding(
                    EdgeInsets(
                        top: recipe.number(), leading: recipe.number(), bottom: recipe.number(),
                        trailing: recipe.number())))
        case 6: return AnyView(view.offset(x: recipe.number(), y: recipe.number()))
        case 7: return AnyView(view.aspectRatio(recipe.number(), contentMode: recipe.choice(of: 2) == 0 ? .fit : .fill))
        case 8: return AnyView(view.scaledToFill())
        case 9:
            return AnyView(view.fixedSize(horizontal: recipe.choice(of: 2) == 0, vertical: recipe.choice(of: 2) == 0))
        case 10: return AnyView(view.layoutPriority(recipe.number()))
        case 11: return AnyView(view.opacity(recipe.number()))
        case 12: return AnyView(view.cornerRadius(recipe.number()))
        case 13: return AnyView(view.clipShape(Ellipse()))
        case 14: return AnyView(view.clipped())
        case 15: return AnyView(view.border(color(), width: recipe.number()))
        case 16: return AnyView(view.background(color()))
        case 17:
            let other = self.view(depth: depth + 1)
            return AnyView(view.background(alignment: alignment()) { other })
        case 18:
            let other = self.view(depth: depth + 1)
            return AnyView(view.overlay(alignment: alignment()) { other })
        case 19: return AnyView(view.foregroundStyle(gradient()))
        case 20: return AnyView(view.font(.system(size: recipe.number(), weight: .bold)))
        case 21: return AnyView(view.font(.custom("DejaVu Serif", size: recipe.number())).italic())
        case 22: return AnyView(view.lineLimit(recipe.choice(of: 4) == 0 ? Int.min : recipe.choice(of: 5)))
        case 23: return AnyView(view.lineSpacing(recipe.number()))
        case 24: return AnyView(view.minimumScaleFactor(recipe.number()))
        case 25: return AnyView(view.multilineTextAlignment(recipe.choice(of: 2) == 0 ? .center : .trailing))
        case 26:
            let (own, number) = (vertical(), recipe.number())
            return AnyView(view.alignmentGuide(own) { $0.height * number })
        case 27: return AnyView(view.redacted(reason: .placeholder))
        case 28: return AnyView(view.strikethrough().underline().kerning(recipe.number()))
        default: return AnyView(view.containerBackground(gradient(), for: .widget))
        }
    }

    private mutating func horizontal() -> HorizontalAlignment { [.leading, .center, .trailing][recipe.choice(of: 3)] }

    private mutating func vertical() -> VerticalAlignment {
        [.top, .center, .bottom, .firstTextBaseline, .lastTextBaseline][recipe.choice(of: 5)]
    }

    private mutating func alignment() -> Alignment { Alignment(horizontal: horizontal(), vertical: vertical()) }

    private mutating func color() -> Color {
        switch recipe.choice(of: 4) {
        case 0: .blue
        case 1: Color(red: recipe.number(), green: recipe.number(), blue: recipe.number(), opacity: recipe.number())
        case 2: Color(hue: recipe.number(), saturation: recipe.number(), brightness: recipe.number())
        default: Color(.sRGBLinear, white: recipe.number()).opacity(recipe.number())
        }
    }

    private mutating func gradient() -> LinearGradient {
        let stops = (0..<recipe.choice(of: 4)).map { _ in Gradient.Stop(color: color(), location: recipe.number()) }
        return LinearGradient(
            stops: stops, startPoint: UnitPoint(x: recipe.number(), y: recipe.number()),
            endPoint: UnitPoint(x: recipe.number(), y: recipe.number()))
    }

    private mutating func picture() -> Image {
        let pixels = [UInt8](repeating: 200, count: 3 * 2 * 4)
        let bitmap = Bitmap(size: PixelSize(width: 3, height: 2), pixels: pixels)
        return Image(uiImage: UIImage(bitmap: bitmap, scale: recipe.number()))
    }
}
