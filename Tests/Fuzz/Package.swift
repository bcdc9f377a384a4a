// swift-tools-version: 6.2

import PackageDescription

/// A libFuzzer program, built only with `-sanitize=fuzzer` (README.md).
func fuzzer(_ name: String, _ products: String...) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["FuzzSupport"] + products.map { .product(name: $0, package: "photowidget") },
        path: "Sources/\(name)")
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
        fuzzer("FuzzPAM"),
        fuzzer("FuzzEncode"),
        fuzzer("FuzzFeed", "PhotoFeed"),
        fuzzer("FuzzHTTP", "PhotoWidget"),
        fuzzer("FuzzAddress", "PhotoFeed"),
        fuzzer("FuzzPhotoURL", "PhotoFeed"),
        fuzzer("FuzzLink", "PhotoWidget"),
        fuzzer("FuzzDocuments", "PhotoWidget"),
        fuzzer("FuzzLayout", "PhotoWidget"),
    ],
    swiftLanguageModes: [.v6]
)
