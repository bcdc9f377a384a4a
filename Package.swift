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

/// A C target: what bounds the C library can check of its functions' arguments is checked, which needs optimised code.
func library(_ name: String, links libraries: [String] = []) -> Target {
    .target(
        name: name, cSettings: [.define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))],
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A room: a Swift target that may import only what stands below it (docs/architecture.md).
func room(_ name: String, _ below: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: below, resources: resources, swiftSettings: settings)
}

/// A module under the name of an iPhone's framework, so that a widget's source builds here with its import lines as
/// they are.
func compatibility(_ name: String, _ below: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: below, path: "Sources/Compatibility/\(name)", swiftSettings: settings)
}

/// A widget's source as it is written for an iPhone, built as Xcode does: Swift 5 and no strict settings.
func listing(_ name: String) -> Target {
    .executableTarget(
        name: "\(name)Listing", dependencies: ["WidgetKit", "SwiftUI", "UIKit", "Intents"],
        path: "Tests/Listings/\(name)", swiftSettings: [.swiftLanguageMode(.v5)])
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
        .library(name: "WidgetKit", targets: ["WidgetKit", "SwiftUI", "UIKit", "Intents", "AppIntents"]),
        .library(name: "PhotoFeed", targets: ["PhotoFeed"]),
        .library(name: "Raster", targets: ["Raster"]),
        .executable(name: "photowidget", targets: ["PhotoWidgetCLI"]),
    ],
    targets: [
        // C: one target per library, nothing below.
        library("CCurl", links: ["dl"]),
        library("CJPEG", links: ["dl"]),
        library("CDeflate", links: ["deflate"]),
        library("CPNG", links: ["dl"]),
        library("CGIF", links: ["dl"]),
        library("CISAL", links: ["dl"]),
        library("CWebP", links: ["dl"]),
        library("CLCMS", links: ["dl"]),
        library("CResample"),
        library("CSQLite", links: ["dl"]),
        library("CChafa", links: ["dl"]),
        library("CPangoCairo", links: ["dl", "m"]),
        library("CLinux"),
        library("CMicrohttpd", links: ["dl"]),
        library("CDigest"),
        library("CSandbox"),

        // The rooms, from the ground up.
        room("Raster", ["CDeflate", "CGIF", "CISAL", "CJPEG", "CLCMS", "CPNG", "CResample", "CWebP"]),
        room("Storage", ["CLinux", "CDigest", "CSandbox", "CSQLite"]),
        room("DecodeWorker", ["CSandbox", "Raster"]),
        room("PhotoFeed", ["CCurl", "Raster", "Storage"]),
        room("SharedDefaults", ["Storage"]),
        room("WidgetTimeline"),
        room("WidgetUI", ["CPangoCairo", "Raster"]),
        room("WebServer", ["CMicrohttpd"]),
        room(
            "PhotoWidget",
            ["PhotoFeed", "Raster", "SharedDefaults", "Storage", "WebServer", "WidgetTimeline", "WidgetUI"],
            resources: ["page.html", "page.css", "page.js", "icon.svg"].map { .embedInCode("Serve/Page/\($0)") }),
        .executableTarget(
            name: "PhotoWidgetCLI", dependencies: ["CChafa", "DecodeWorker", "PhotoWidget", "WebServer"],
            swiftSettings: settings),

        // Names of an iPhone's frameworks.
        compatibility("AppFoundation", ["PhotoFeed", "PhotoWidget", "SharedDefaults", "Storage"]),
        compatibility("SwiftUI", ["AppFoundation", "WidgetUI"]),
        compatibility("UIKit", ["AppFoundation", "WidgetUI"]),
        compatibility("Intents", ["AppFoundation", "PhotoWidget"]),
        compatibility("AppIntents", ["AppFoundation", "PhotoWidget"]),
        compatibility("WidgetKit", ["AppFoundation", "PhotoWidget", "WidgetTimeline"]),
        listing("Photo"), listing("Todo"), listing("Budget"),

        .target(
            name: "TestSupport", dependencies: ["PhotoFeed", "Raster", "Storage"], path: "Tests/TestSupport",
            swiftSettings: settings),
        .target(
            name: "WidgetTestSupport", dependencies: ["Raster", "WidgetUI"], path: "Tests/WidgetTestSupport",
            swiftSettings: settings),
        // Not in the package of the benchmarks, since they see the rooms from inside.
        .executableTarget(
            name: "LayoutBench", dependencies: ["WidgetUI"], path: "Benchmarks/Sources/LayoutBench",
            swiftSettings: settings),
        .executableTarget(
            name: "RenderBench", dependencies: ["PhotoWidget"], path: "Benchmarks/Sources/RenderBench",
            swiftSettings: settings),
        // What a taken-over decoder would do; no product has it.
        .target(name: "CSandboxProbe", path: "Tests/CSandboxProbe"),
        tests(of: "Raster", ["CPNG", "CResample", "CWebP", "DecodeWorker"]),
        tests(of: "DecodeWorker", ["CSandboxProbe", "Raster", "TestSupport"]),
        tests(of: "Storage"),
        tests(of: "PhotoFeed", ["DecodeWorker", "Raster", "Storage", "TestSupport"]),
        tests(of: "SharedDefaults", ["Storage", "TestSupport"]),
        tests(of: "WidgetTimeline"),
        tests(of: "WebServer", ["TestSupport"]),
        tests(of: "WidgetUI", ["Raster", "TestSupport", "WidgetTestSupport"]),
        tests(of: "PhotoWidget", ["PhotoFeed", "Raster", "Storage", "TestSupport", "WidgetTimeline", "WidgetUI"]),
        .testTarget(
            name: "ListingsTests",
            dependencies: [
                "AppFoundation", "BudgetListing", "PhotoFeed", "PhotoListing", "PhotoWidget", "TestSupport",
                "TodoListing", "WidgetTestSupport", "WidgetTimeline", "WidgetUI",
            ], swiftSettings: settings),
        tests(of: "PhotoWidgetCLI", ["PhotoWidget", "TestSupport", "WebServer"]),
    ],
    swiftLanguageModes: [.v6]
)
