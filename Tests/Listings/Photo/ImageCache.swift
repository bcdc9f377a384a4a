// Written as for an iPhone, not for this house.
// swift-format-ignore-file

import UIKit

final class ImageCache {
    static let shared = ImageCache()

    private let cache = NSCache<NSString, UIImage>()

    private init() {}

    func image(for url: String) -> UIImage? {
        cache.object(forKey: url as NSString)
    }

    func load(_ url: String) -> UIImage? {
        if let cached = image(for: url) { return cached }
        guard let address = URL(string: url), let data = try? Data(contentsOf: address),
            let image = UIImage(data: data)
        else { return nil }
        cache.setObject(image, forKey: url as NSString)
        return image
    }
}
