// swift-tools-version: 6.2

import PackageDescription

/// One list of settings for every Swift target; a widget's listing written for iPhone is the only exception.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A room: a Swift target that may import only what stands below it (docs/architecture.md).
func room(_ name: String, _ below: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: below, swiftSettings: settings)
}

/// The tests of a room.
func tests(of name: String, _ others: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.target(name: name)] + others,
        swiftSettings: settings)
}

let package = Package(
    name: "photowidget",
    products: [
        .library(name: "PhotoWidget", targets: ["PhotoWidget"]),
        .library(name: "PhotoFeed", targets: ["PhotoFeed"]),
        .library(name: "Raster", targets: ["Raster"]),
        .executable(name: "photowidget", targets: ["PhotoWidgetCLI"]),
    ],
    targets: [
        // C: one target per library, nothing below.
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CDeflate", linkerSettings: [.linkedLibrary("deflate")]),
        .target(name: "CPNG", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CGIF", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CISAL", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CWebP", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CLCMS", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CResample"),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CLinux"),
        .target(name: "CDigest"),

        // The rooms, from the ground up.
        room("Raster", ["CDeflate", "CGIF", "CISAL", "CJPEG", "CLCMS", "CPNG", "CResample", "CWebP"]),
        room("Storage", ["CLinux", "CDigest", "CSQLite"]),
        room("PhotoFeed", ["CCurl", "Raster", "Storage"]),
        room("SharedDefaults", ["Storage"]),
        room("WidgetTimeline"),
        room("WidgetUI", ["Raster"]),
        room("PhotoWidget", ["PhotoFeed", "Raster", "SharedDefaults", "Storage", "WidgetTimeline", "WidgetUI"]),
        .executableTarget(
            name: "PhotoWidgetCLI", dependencies: ["PhotoWidget"], swiftSettings: settings),

        .target(
            name: "TestSupport", dependencies: ["PhotoFeed", "Raster", "Storage"], path: "Tests/TestSupport",
            swiftSettings: settings),
        tests(of: "Raster", ["CPNG", "CResample"]),
        tests(of: "Storage"),
        tests(of: "PhotoFeed", ["Raster", "Storage", "TestSupport"]),
        tests(of: "SharedDefaults", ["Storage", "TestSupport"]),
        tests(of: "WidgetTimeline"),
        tests(of: "WidgetUI", ["Raster"]),
        tests(of: "PhotoWidget", ["PhotoFeed", "Raster", "Storage", "TestSupport", "WidgetTimeline"]),
        tests(of: "PhotoWidgetCLI", ["PhotoWidget", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
