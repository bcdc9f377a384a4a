import Raster
import Testing

@testable import WidgetUI

/// Pictures as letters: what a test expects is a drawing in its source.
enum PaintedLetters {
    private static let names: [[UInt8]: Character] = [
        [0, 0, 0, 0]: ".", [255, 0, 0, 255]: "R", [0, 255, 0, 255]: "G", [0, 0, 255, 255]: "B",
        [255, 255, 255, 255]: "W", [0, 0, 0, 255]: "K",
    ]

    /// Rows of letters: `.` nothing, R G B W K colours, `?` any other.
    static func rows(of bitmap: Bitmap) -> [String] {
        (0..<bitmap.size.height).map { y in
            String(
                (0..<bitmap.size.width).map { x in
                    let place = (y * bitmap.size.width + x) * 4
                    return names[Array(bitmap.pixels[place..<place + 4])] ?? "?"
                })
        }
    }

    static let red = Color(red: 1, green: 0, blue: 0)
    static let green = Color(red: 0, green: 1, blue: 0)
    static let blue = Color(red: 0, green: 0, blue: 1)
}

/// A picture's pixels by their place.
extension Bitmap {
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let place = (y * size.width + x) * 4
        return Array(pixels[place..<place + 4])
    }

    /// The columns in which something darker than paper stands.
    var inkedColumns: [Int] {
        (0..<size.width).filter { x in (0..<size.height).contains { pixel(x, $0)[0] < 128 && pixel(x, $0)[3] > 128 } }
    }
}

/// Paints a view with the tests' font, which is the same on every machine that has it.
@MainActor func paint(
    _ view: some View, width: Double, height: Double, scale: Double = 1, scheme: ColorScheme = .light,
    fonts: FontSettings = .dejaVu
) throws -> WidgetPicture {
    var environment = EnvironmentValues()
    environment.colorScheme = scheme
    let engine = try TextEngine(fonts)
    return try EvaluatedWidget(view, environment: environment)
        .placed(in: Size(width: width, height: height), measuring: engine).picture(scale: scale, text: engine)
}

extension FontSettings {
    static var dejaVu: FontSettings {
        var settings = FontSettings()
        settings.family = "DejaVu Sans"
        return settings
    }
}
