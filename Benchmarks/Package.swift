// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "photowidget", path: "..")],
    targets: [
        .executableTarget(
            name: "RasterWorker", dependencies: [.product(name: "Raster", package: "photowidget")]),
        .executableTarget(
            name: "KernelBench", dependencies: [.product(name: "Raster", package: "photowidget")]),
        .target(name: "CacheAnchors", linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("sqlite3")]),
        .executableTarget(
            name: "CacheBench", dependencies: ["CacheAnchors", .product(name: "PhotoWidget", package: "photowidget")]),
    ],
    swiftLanguageModes: [.v6]
)
