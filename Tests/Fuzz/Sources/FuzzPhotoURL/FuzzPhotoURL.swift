import FuzzSupport
import Raster

@testable import PhotoFeed

/// Reads what libFuzzer makes up as a photo's address, and asks for its sizes and for where it is.
@main
enum FuzzPhotoURL {
    static func main() {
        runFuzzer { data, count in
            FuzzPhotoURL.read(fuzzInput(data, count))
            return 0
        }
    }

    private static func read(_ input: [UInt8]) {
        var recipe = Recipe(input)
        let variant = PhotoVariant.allCases[recipe.choice(of: PhotoVariant.allCases.count)]
        let fit = Fit.allCases[recipe.choice(of: Fit.allCases.count)]
        let box = PixelSize(width: side(&recipe), height: side(&recipe))
        let preview = recipe.choice(of: 2) == 0 ? nil : PixelSize(width: side(&recipe), height: side(&recipe))
        let text = String(decoding: recipe.rest(), as: UTF8.self)
        for photo in [PhotoURL(text), PhotoURL(reference: text)] {
            guard let photo else { continue }
            check(photo, photo.candidates(for: variant, box: box, fit: fit, preview: preview))
        }
        if let photo = PhotoURL(reference: text) {
            guard let again = PhotoURL(reference: photo.string) else {
                preconditionFailure("an address is not read again: \(photo.string)")
            }
            precondition(again == photo, "an address is read as another: \(photo.string)")
        }
    }

    private static func side(_ recipe: inout Recipe) -> Int {
        let choice = recipe.choice(of: 256)
        return choice < 200 ? choice * 7 : [0, -1, 1, 65_535, Int.max, Int.min, 1 << 40][choice % 7]
    }

    private static func check(_ photo: PhotoURL, _ candidates: [PhotoURL]) {
        precondition((1...5).contains(candidates.count), "no address, or too many")
        precondition(candidates.last == photo, "the feed's own address is not the last")
        precondition(Set(candidates).count == candidates.count, "an address twice")
        let sizes = candidates + photo.largerSizes + photo.everySize
        for candidate in sizes {
            precondition(candidate.photoID == photo.photoID, "another photo: \(candidate.string)")
            precondition(PhotoURL.scheme(of: candidate.string) == PhotoURL.scheme(of: photo.string), "another scheme")
            if let origin = try? HTTPOrigin(url: photo.string) {
                precondition((try? HTTPOrigin(url: candidate.string)) == origin, "another host: \(candidate.string)")
            }
            precondition(
                (try? candidate.location(relativeTo: nil)).map(isWeb) ?? true, "a file of a feed of the network")
            if case .file(let path)? = try? candidate.location(relativeTo: "/feeds/texas.json") {
                precondition(path.utf8.starts(with: "/feeds/".utf8), "outside the folder: \(path)")
                let steps = path.utf8.split(separator: UInt8(ascii: "/"))
                precondition(
                    !steps.contains { $0.elementsEqual("..".utf8) } && !path.utf8.contains(0), "outside: \(path)")
            }
        }
    }

    private static func isWeb(_ location: PhotoLocation) -> Bool { if case .web = location { true } else { false } }
}
