import Raster
import Testing

@testable import PhotoFeed

@Suite struct PhotoURLTests {
    // MARK: References

    @Test(arguments: [
        ("https://live.staticflickr.com/1/2_ab_m.jpg", "https://live.staticflickr.com/1/2_ab_m.jpg"),
        ("//live.staticflickr.com/1/2_ab_m.jpg", "https://live.staticflickr.com/1/2_ab_m.jpg"),
        (" https://h/1/2_ab_m.jpg\n", "https://h/1/2_ab_m.jpg"), ("HTTPS://H/a", "https://H/a"),
        ("http://farm8.staticflickr.com/1/2_ab_m.jpg", "https://live.staticflickr.com/1/2_ab_m.jpg"),
        ("http://farm3.static.flickr.com/1/2_ab.png?zz=1", "https://live.staticflickr.com/1/2_ab.png"),
        ("http://FARM10.staticflickr.com/1/2_ab_m.jpg", "https://live.staticflickr.com/1/2_ab_m.jpg"),
        ("http://farm8.staticflickr.com/other.jpg", "http://farm8.staticflickr.com/other.jpg"),
        ("http://farm8.staticflickr.com.evil/1/2_ab_m.jpg", "http://farm8.staticflickr.com.evil/1/2_ab_m.jpg"),
        ("http://farm.staticflickr.com/1/2_ab_m.jpg", "http://farm.staticflickr.com/1/2_ab_m.jpg"),
        ("http://127.0.0.1:81/65535/2_ab_m.jpg", "http://127.0.0.1:81/65535/2_ab_m.jpg"),
        ("http://h/a b/갈.jpg?q=ü|", "http://h/a%20b/%EA%B0%88.jpg?q=%C3%BC%7C"),
        ("http://h/%2f%zz%4", "http://h/%2f%25zz%254"),
        ("http://h/a#part", "http://h/a"), (#"http://h/a\b"#, "http://h/a%5Cb"), ("http://[::1]/a", "http://[::1]/a"),
        ("photos/reed bed.jpg", "photos/reed bed.jpg"), ("file:///a/b.jpg", "file:///a/b.jpg"),
        ("ftp://h/a.jpg", "ftp://h/a.jpg"),
    ])
    func `a reference becomes the address to fetch`(reference: String, address: String) {
        #expect(PhotoURL(reference: reference)?.string == address)
    }

    @Test(arguments: [
        "", " ", "not a url", "photos", "photos/", ".jpg", "photos/x.", "http:", "http:/h/a", "https://", "https:///a",
        "http://h h/a", "http://a\u{200B}b/", "http://:80/", #"http://h\@evil/"#, "http://h/a\0b", "http://h/a\nb",
        "https://h/" + String(repeating: "a", count: 9000),
    ])
    func `what is no address is refused`(reference: String) {
        #expect(PhotoURL(reference: reference) == nil)
    }

    // MARK: Grammar

    @Test(arguments: [
        ("https://h/65535/54_ab12_m.jpg", "54"), ("http://127.0.0.1:8080/1/54_ab.gif?zz=1", "54"),
        ("https://h/1/54_ab_3k.png", "54"),
        ("photos/54_0123456789_b.jpg", "54"), ("54_0123456789.jpg", "54"), ("file:///f/54_0123456789.jpg", "54"),
        ("https://h/photos/54_ab_m.jpg", nil), ("https://h/x/1/54_ab_m.jpg", nil), ("https://h/1/54_ab_m.jpeg", nil),
        ("https://h/1/54_AB_m.jpg", nil), ("https://h/1/54_ab_y.jpg", nil), ("https://h/1/54_ab_m_m.jpg", nil),
        ("https://h/1/54.jpg", nil),
        ("https://h/1/_ab_m.jpg", nil), ("https://h/1/..%2f54_ab_m.jpg", nil), ("https://h/1/54_ab_.jpg", nil),
        ("20260101_123456.jpg", nil),
    ])
    func `the photo's number is known where the address follows the grammar`(address: String, id: String?) {
        #expect(PhotoURL(address).photoID == id)
    }

    // MARK: Sizes

    private func names(
        _ address: String, _ variant: PhotoVariant = .automatic, box: Int = 512, _ fit: Fit = .contain,
        preview: PixelSize? = PixelSize(width: 240, height: 160)
    ) -> [String] {
        PhotoURL(address).candidates(for: variant, box: PixelSize(width: box, height: box), fit: fit, preview: preview)
            .map { $0.string.replacing("https://h/1/54_ab", with: "") }
    }

    @Test(arguments: [
        (240, ["_m.jpg"]), (241, ["_n.jpg", "_m.jpg"]), (400, ["_w.jpg", "_n.jpg", "_m.jpg"]),
        (500, [".jpg", "_n.jpg", "_m.jpg"]),
        (512, ["_z.jpg", ".jpg", "_n.jpg", "_m.jpg"]), (641, ["_c.jpg", "_z.jpg", ".jpg", "_n.jpg", "_m.jpg"]),
        (1024, ["_b.jpg", "_z.jpg", ".jpg", "_n.jpg", "_m.jpg"]),
        (Int.max, ["_b.jpg", "_z.jpg", ".jpg", "_n.jpg", "_m.jpg"]),
        (0, ["_m.jpg"]),
    ])
    func `the ladder starts at the smallest size that covers and ends at the feed's own`(box: Int, expected: [String]) {
        #expect(names("https://h/1/54_ab_m.jpg", box: box) == expected)
    }

    @Test(arguments: [
        (PhotoVariant.s, ["_s.jpg", "_m.jpg"]), (.q, ["_q.jpg", "_m.jpg"]), (.t, ["_t.jpg", "_m.jpg"]),
        (.m, ["_m.jpg"]),
        (.n, ["_n.jpg", "_m.jpg"]), (.medium500, [".jpg", "_n.jpg", "_m.jpg"]),
        (.b, ["_b.jpg", "_z.jpg", ".jpg", "_n.jpg", "_m.jpg"]),
    ])
    func `a size asked for comes first`(variant: PhotoVariant, expected: [String]) {
        #expect(names("https://h/1/54_ab_m.jpg", variant, box: 9) == expected)
    }

    @Test func `the feed's own address stays as it is, whatever its size`() {
        #expect(names("https://h/1/54_ab_m.jpg?zz=1", box: 300) == ["_n.jpg", "_m.jpg?zz=1"])
        #expect(names("https://h/1/54_ab_n.png", box: 900) == ["_b.png", "_z.png", ".png", "_n.png"])
        #expect(names("https://h/1/54_ab.jpg", box: 500) == [".jpg"])
        #expect(
            names("p/54_0123456789_m.jpg", box: 300) == ["p/54_0123456789_n.jpg", "p/54_0123456789_m.jpg"])
    }

    @Test(arguments: [
        "https://h/pic.jpg", "https://h/1/54_ab_h.jpg", "https://h/1/54_ab_o.png", "https://h/1/54_ab_6k.jpg",
    ])
    func `nothing is derived from an address with another grammar or a secret of its own`(address: String) {
        #expect(
            PhotoURL(address).candidates(
                for: .b, box: PixelSize(width: 9, height: 9), fit: .contain, preview: nil) == [PhotoURL(address)])
    }

    @Test(
        arguments: [
            (PixelSize(width: 300, height: 300), Fit.contain, PixelSize(width: 240, height: 160), 300),
            (PixelSize(width: 300, height: 300), .cover, PixelSize(width: 240, height: 160), 450),
            (PixelSize(width: 300, height: 300), .exact, PixelSize(width: 240, height: 160), 450),
            (PixelSize(width: 300, height: 100), .contain, PixelSize(width: 160, height: 240), 100),
            (PixelSize(width: 100, height: 10), .cover, PixelSize(width: 159, height: 240), 151),
            (PixelSize(width: 300, height: 200), .cover, nil, 300), (PixelSize(width: -5, height: 0), .cover, nil, 2),
        ] as [(PixelSize, Fit, PixelSize?, Int)])
    func `the size needed follows the picture's shape`(box: PixelSize, fit: Fit, preview: PixelSize?, side: Int) {
        #expect(PhotoURL.longestSide(covering: box, fit: fit, preview: preview) == side)
    }

    // MARK: Placeholders

    @Test(arguments: [
        ("https://h/1/54_ab_z.jpg", false), ("https://cdn/x/54_cd_z.jpg?q=1", false),
        ("https://h/g/photo_unavailable.gif", true),
        ("https://h/54_ab/unavailable.png", true), ("https://h/unavailable.png?54", true), ("https://h/", true),
        ("", true),
    ])
    func `an answer from an address without the photo's number is a placeholder`(effective: String, isPlaceholder: Bool)
    {
        #expect(PhotoURL("https://h/1/54_ab_m.jpg").isUnavailablePlaceholder(effectiveURL: effective) == isPlaceholder)
    }

    @Test func `a picture without a number is a placeholder only by name`() {
        let photo = PhotoURL("https://h/photos/reeds.jpg")
        #expect(!photo.isUnavailablePlaceholder(effectiveURL: "https://cdn/other.jpg"))
        #expect(photo.isUnavailablePlaceholder(effectiveURL: "https://h/photo_unavailable.png"))
    }
}
