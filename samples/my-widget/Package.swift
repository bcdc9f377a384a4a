// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "my-widget",
    dependencies: [.package(name: "photowidget", path: "../..")],
    targets: [
        .executableTarget(
            name: "MyWidget", dependencies: [.product(name: "WidgetKit", package: "photowidget")])
    ]
)
