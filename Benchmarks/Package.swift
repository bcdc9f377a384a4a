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
    ],
    swiftLanguageModes: [.v6]
)
