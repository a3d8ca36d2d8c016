// swift-tools-version: 6.2

import PackageDescription

/// The name under which the house is built: SwiftPM takes it from the folder.
let house = Context.packageDirectory.split(separator: "/").dropLast(2).last.map { $0.lowercased() } ?? ""

/// The modules declare what they share as `package`; a benchmark counts as part of the house: no name of
/// its own (`packageAccess`), but this one. SwiftPM allows such flags in a root package only, which this is.
let settings: [SwiftSetting] = [
    .unsafeFlags(["-package-name", house.replacing("-", with: "_")]),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func modules(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: house) } }

let package = Package(
    name: "benchmarks",
    dependencies: [.package(path: "../..")],
    targets: [
        .target(name: "Measuring", packageAccess: false, swiftSettings: settings),
        .target(name: "CStoreBaseline", linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(
            name: "store-bench", dependencies: ["CStoreBaseline", "Measuring"] + modules("SQLite", "Values"),
            packageAccess: false, swiftSettings: settings),
        .target(name: "CHTTPBaseline", linkerSettings: [.linkedLibrary("curl")]),
        .executableTarget(
            name: "http-bench", dependencies: ["CHTTPBaseline", "Measuring"] + modules("HTTPClient"),
            packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "connection-bench", dependencies: ["Measuring"] + modules("HTTPServer", "WebSockets", "Sockets"),
            packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "hub-bench",
            dependencies: ["Measuring"]
                + modules("SignalRClient", "SignalRCodable", "SignalRProtocol", "JSON", "Values", "Runtime"),
            packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "server-bench", dependencies: modules("SignalRServer"), packageAccess: false,
            swiftSettings: settings),
        .executableTarget(
            name: "growth-bench",
            dependencies: ["Measuring"]
                + modules("SyncEngine", "AllowanceAPI", "Store", "SQLite", "Observability", "Runtime", "Values"),
            packageAccess: false, swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
