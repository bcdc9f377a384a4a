import Testing

@testable import Raster

@Suite struct ThumbnailGeometryTests {
    @Test(arguments: [
        (1024, 768, 256, 256, 256, 192), (768, 1024, 256, 256, 192, 256), (500, 333, 256, 256, 256, 170),
        (240, 180, 256, 256, 240, 180), (4000, 10, 256, 256, 256, 1), (1, 1_000_000, 256, 256, 1, 256),
        (100, 1000, 256, 256, 26, 256), (1000, 1000, 300, 200, 200, 200), (1, 1, 1, 1, 1, 1),
    ])
    func `contain keeps the ratio to within a pixel and never enlarges`(
        _ width: Int, _ height: Int, _ boxWidth: Int, _ boxHeight: Int, _ targetWidth: Int, _ targetHeight: Int
    ) {
        let geometry = geometry(width, height, box: PixelSize(width: boxWidth, height: boxHeight), .contain)
        #expect(geometry.target == PixelSize(width: targetWidth, height: targetHeight))
    }

    @Test func `what contain shows is the whole picture to within a quarter of a target pixel`() {
        for height in 300...700 {
            let geometry = geometry(1000, height, box: PixelSize(width: 100, height: 100), .contain)
            #expect(abs(geometry.region.y) <= 2.5)
            #expect(abs(geometry.region.y * 2 + geometry.region.height - Double(height)) < 1e-9)
            #expect(geometry.region.width == 1000)
        }
    }

    @Test func `cover fills the box and cuts evenly`() {
        let geometry = geometry(1000, 500, box: PixelSize(width: 200, height: 200), .cover)
        #expect(geometry.target == PixelSize(width: 200, height: 200))
        #expect(geometry.region == ThumbnailGeometry.Region(x: 250, y: 0, width: 500, height: 500))
    }

    @Test func `cover of a picture lower than the box cuts whole pixels`() {
        let geometry = geometry(999, 100, box: PixelSize(width: 256, height: 256), .cover)
        #expect(geometry.target == PixelSize(width: 256, height: 100))
        #expect(geometry.region == ThumbnailGeometry.Region(x: 371, y: 0, width: 256, height: 100))
    }

    @Test func `exact takes the box's sides and gives up the ratio, but does not enlarge`() {
        #expect(geometry(1000, 500, box: PixelSize(width: 64, height: 64), .exact).target.description == "64x64")
        #expect(geometry(1000, 50, box: PixelSize(width: 64, height: 64), .exact).target.description == "64x50")
    }

    @Test(arguments: [1, 2, 99, 100, 4321, 718_080])
    func `the area limit holds and keeps the ratio to within a pixel`(_ maxArea: Int) {
        for fit in Fit.allCases {
            for (width, height) in [(4000, 3000), (3000, 4000), (10_000, 3), (1, 1_000_000), (1500, 1500)] {
                let box = PixelSize(width: 2000, height: 2000)
                let free = geometry(width, height, box: box, fit).target
                let limited = geometry(width, height, box: box, fit, maxArea: maxArea).target
                #expect(limited.area <= max(maxArea, 1))
                #expect(limited.width >= 1 && limited.height >= 1)
                #expect(limited.width <= free.width && limited.height <= free.height)
                let ideal = Double(limited.width) * Double(free.height) / Double(free.width)
                let other = Double(limited.height) * Double(free.width) / Double(free.height)
                let isNear = abs(ideal - Double(limited.height)) <= 1.5 || abs(other - Double(limited.width)) <= 1.5
                #expect(isNear || limited.width == 1 || limited.height == 1)
            }
        }
    }

    @Test(arguments: Orientation.allCases)
    func `a crop lies at the same place of the picture however the rows are coded`(_ orientation: Orientation) {
        let upright = PixelSize(width: 100, height: 60)
        let region = ThumbnailGeometry.Region(x: 10, y: 5, width: 20, height: 30)
        let geometry = ThumbnailGeometry(region: region, target: PixelSize(width: 2, height: 3))
        let coded = geometry.coded(orientation, original: upright)
        // The region's first coded corner, laid down upright, is a corner of the region.
        let size = orientation.applied(to: upright)
        let x = orientation.reversesColumns ? Double(size.width) - coded.region.x - coded.region.width : coded.region.x
        let y = orientation.reversesRows ? Double(size.height) - coded.region.y - coded.region.height : coded.region.y
        #expect((orientation.swapsAxes ? y : x) == 10)
        #expect((orientation.swapsAxes ? x : y) == 5)
        #expect(coded.target == orientation.applied(to: geometry.target))
    }

    private func geometry(
        _ width: Int, _ height: Int, box: PixelSize, _ fit: Fit, maxArea: Int? = nil
    ) -> ThumbnailGeometry {
        ThumbnailGeometry(
            original: PixelSize(width: width, height: height),
            request: ThumbnailRequest(box: box, fit: fit, maxArea: maxArea))
    }
}
