import FuzzSupport
import PhotoFeed
import Raster

/// Repairs and reads whatever comes as a feed, and asks every photo in it where it is.
@main
enum FuzzFeed {
    static func main() {
        runFuzzer { data, count in
            let query = FeedQuery(user: count % 2 == 0 ? nil : "123@N02")
            guard let feed = try? FlickrFeed().feed(in: fuzzInput(data, count), for: query) else { return 0 }
            precondition(feed.photos.count <= 500, "more photos than the limit")
            for photo in feed.photos {
                precondition(!photo.displayTitle.isEmpty, "a blank title")
                precondition(!photo.tags.contains(""), "an empty tag")
                let candidates = photo.media.candidates(
                    for: .automatic, box: PixelSize(width: 300, height: 200), fit: .cover, preview: photo.previewSize)
                precondition((1...5).contains(candidates.count), "no address, or too many")
                for candidate in candidates {
                    let location = try? candidate.location(relativeTo: "/feeds/texas.json")
                    if case .file(let path) = location {
                        precondition(
                            path.utf8.starts(with: "/feeds/".utf8)
                                && !path.utf8.split(separator: UInt8(ascii: "/")).contains {
                                    $0.elementsEqual("..".utf8)
                                }, "outside the folder")
                    }
                }
            }
            return 0
        }
    }
}
