// swift-tools-version: 6.2

import PackageDescription

/// A libFuzzer program, built only with `-sanitize=fuzzer` (README.md).
func fuzzer(_ name: String) -> Target {
    .executableTarget(name: name, dependencies: ["FuzzSupport"], path: "Sources/\(name)")
}

let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "photowidget", path: "../..")],
    targets: [
        .target(name: "FuzzSupport", dependencies: [.product(name: "Raster", package: "photowidget")]),
        fuzzer("FuzzJPEG"),
        fuzzer("FuzzExif"),
        fuzzer("FuzzPNG"),
        fuzzer("FuzzGIF"),
        fuzzer("FuzzWebP"),
        fuzzer("FuzzICC"),
        .executableTarget(
            name: "FuzzFeed",
            dependencies: ["FuzzSupport", .product(name: "PhotoFeed", package: "photowidget")],
            path: "Sources/FuzzFeed"),
    ],
    swiftLanguageModes: [.v6]
)
