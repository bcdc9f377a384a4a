import Raster
import Testing

@testable import PhotoFeed

@Suite struct FlickrDescriptionTests {
    @Test(arguments: [
        (#"<img src="x" width="240" height="160" />"#, PixelSize(width: 240, height: 160)),
        (#"<img height='240' width=159 src=x>"#, PixelSize(width: 159, height: 240)),
        (#"<img alt="width=1 height=1 >" WIDTH="240" HEIGHT="80">"#, PixelSize(width: 240, height: 80)),
        (#"<img width="240">"#, nil), (#"<img width="0" height="160">"#, nil), (#"<img width="-1" height="160">"#, nil),
        (#"<img width="99999999999999999999" height="160">"#, nil), (#"<img src="x"> width="240" height="160""#, nil),
        (#"<img width="240" height="16"#, PixelSize(width: 240, height: 16)), ("<img = == >", nil), ("", nil),
    ])
    func `the preview's size is the first image's`(html: String, size: PixelSize?) {
        #expect(FlickrDescription(" <p>x</p> " + html).previewSize == size)
    }

    @Test(arguments: [
        ("<p><a>A</a> posted a video:</p>", true), ("<p><a>A</a> hat ein Video gepostet:</p>", true),
        ("<p><a>A</a>님이 동영상을 게시했습니다:</p>", true), ("<p><a>A</a> posted a photo:</p> <p>my video</p>", false),
        ("<p><a>Video Joe</a> posted a photo:</p>", false), ("a video", false),
    ])
    func `a video is told by the sentence, not by names or prose`(html: String, isVideo: Bool) {
        #expect(FlickrDescription(html).saysVideo == isVideo)
    }
}
