import PhotoWidget
import Storage
import TestSupport

/// A loaded photo that no network was needed for.
enum SamplePhoto {
    static func loaded(seed: Int) -> LoadedPhoto {
        let size = PixelSize(width: 30, height: 20)
        let bytes = SamplePicture.png(30, 20, seed: seed)
        return LoadedPhoto(
            photo: PhotoModel(
                id: "\(seed)", title: "Nº \(seed)", media: PhotoURL("https://photos.example/\(seed)_m.png")),
            thumbnail: SamplePicture.gradient(size, seed: seed),
            original: OriginalPicture(
                bytes: bytes, digest: SHA256.hexDigest(of: bytes), format: .png, size: size,
                url: "https://photos.example/\(seed)_m.png", modified: 1_700_000_000),
            arrival: .fetched)
    }
}
