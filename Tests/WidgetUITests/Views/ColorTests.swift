import Testing
import WidgetUI

/// Colours and the paints that they become.
@MainActor struct ColorTests {
    private func value(_ color: Color, _ scheme: ColorScheme = .light) -> RGBA { color.value(in: scheme) }

    @Test func `parts are sRGB, and what lies outside is cut off`() {
        #expect(value(Color(red: 95 / 255, green: 148 / 255, blue: 247 / 255)) == RGBA(hex: 0x5F94F7))
        #expect(value(Color(red: 2, green: -1, blue: .nan)) == RGBA(red: 1, green: 0, blue: 0))
        #expect(value(Color(white: 0.5, opacity: 0.25)) == RGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.25))
        #expect((value(Color(.sRGBLinear, white: 0.214)).red - 0.5).magnitude < 0.001)
    }

    @Test func `hue turns from red over green and blue to red`() {
        func pure(_ hue: Double) -> RGBA { value(Color(hue: hue, saturation: 1, brightness: 1)) }
        #expect(pure(0) == RGBA(hex: 0xFF0000))
        #expect(pure(1) == RGBA(hex: 0xFF0000))
        #expect((pure(1.0 / 3).green - 1).magnitude < 1e-9)
        #expect((pure(2.0 / 3).blue - 1).magnitude < 1e-9)
        #expect(value(Color(hue: 0.4, saturation: 0, brightness: 0.5)) == RGBA(red: 0.5, green: 0.5, blue: 0.5))
    }

    @Test func `a system colour depends on the scheme`() {
        #expect(value(.primary) == RGBA(hex: 0))
        #expect(value(.primary, .dark) == RGBA(hex: 0xFFFFFF))
        #expect(value(.red) != value(.red, .dark))
        #expect(value(Color.white.opacity(0.18)).alpha == 0.18)
    }

    @Test func `a gradient's colours stand at equal distances`() {
        let gradient = LinearGradient(colors: [.black, .white, .black], startPoint: .top, endPoint: .bottom)
        guard case .linear(let stops, let from, let to) = gradient.paint(in: EnvironmentValues()) else {
            Issue.record("no gradient")
            return
        }
        #expect(stops.map(\.location) == [0, 0.5, 1])
        #expect(from == .top)
        #expect(to == .bottom)
        let half = gradient.opacity(0.5).paint(in: EnvironmentValues())
        guard case .linear(let faded, _, _) = half else {
            Issue.record("no gradient")
            return
        }
        #expect(faded.map(\.color.alpha) == [0.5, 0.5, 0.5])
    }
}
