internal import WidgetUI

/// The pictures of the widgets that come with photowidget, drawn when asked for; a folder's stand above them.
struct BuiltInAssets: AssetSource {
    let text: TextEngine
    /// Pixels a point.
    let scale: Double
    let folder: AssetFolder?

    func asset(named name: String, scheme: ColorScheme) -> Asset? {
        if let asset = folder?.asset(named: name, scale: scale, scheme: scheme) { return asset }
        guard name == "AppLogo" else { return nil }
        // Views are evaluated on the main actor, and so are their assets asked for.
        return MainThread.run { drawn(AppLogo(), side: 32) } ?? nil
    }

    @MainActor private func drawn(_ view: some View, side: Double) -> Asset? {
        let placed = EvaluatedWidget(view).placed(in: Size(width: side, height: side), measuring: text)
        // Where nothing can be painted, the widget's own picture fails with the reason.
        guard let picture = try? placed.picture(scale: scale, text: text) else { return nil }
        return Asset(bitmap: picture.bitmap, scale: scale)
    }
}

/// The budget app's logo: a purse.
private struct AppLogo: View {
    var body: some View {
        ZStack {
            RoundedRectangle(cornerRadius: 9).fill(Color.white)
            VStack(spacing: 0) {
                Color(red: 37 / 255, green: 99 / 255, blue: 235 / 255).frame(width: 18, height: 4).cornerRadius(2)
                    .offset(y: 1)
                ZStack(alignment: .trailing) {
                    RoundedRectangle(cornerRadius: 4).fill(Color(red: 95 / 255, green: 148 / 255, blue: 247 / 255))
                    Circle().fill(Color.white).frame(width: 4, height: 4).padding(.trailing, 4)
                }
                .frame(width: 22, height: 14)
            }
        }
    }
}
