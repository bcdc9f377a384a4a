internal import FoundationEssentials
internal import Raster
internal import WidgetUI

/// The photo, over the whole widget; a tap opens its page.
struct PhotoView: View {
    let entry: PhotoEntry

    var body: some View {
        Image(uiImage: entry.loaded.map { UIImage(bitmap: $0.thumbnail) } ?? UIImage())
            .resizable()
            .aspectRatio(contentMode: .fill)
            .accessibilityLabel(entry.loaded?.photo.displayTitle ?? "")
            .widgetURL(URL(string: entry.deepLink))
    }
}
