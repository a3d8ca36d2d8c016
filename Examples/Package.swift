// swift-tools-version: 6.2

import PackageDescription

/// What a careful user turns on.
let settings: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error)]

// Small programs on the hub libraries, as a package of somebody else would use them: only their public API is in reach.
let package = Package(
    name: "examples",
    // The name is said because it is otherwise that of the folder.
    dependencies: [.package(name: "pocketbell", path: "..")],
    targets: [
        .executableTarget(
            name: "listen", dependencies: [.product(name: "SignalRClient", package: "pocketbell")],
            swiftSettings: settings),
        .executableTarget(
            name: "chat", dependencies: [.product(name: "SignalRCodable", package: "pocketbell")],
            swiftSettings: settings),
        .executableTarget(
            name: "relay", dependencies: [.product(name: "SignalRCodable", package: "pocketbell")],
            swiftSettings: settings),
        .executableTarget(
            name: "server", dependencies: [.product(name: "SignalRCodable", package: "pocketbell")],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
