// swift-tools-version: 6.2

import PackageDescription

// MARK: Rules for every target

let testSettings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// Every unsafe use carries the word `unsafe`. Not for tests: `#require` with a pointer expands to unmarked uses.
let settings = testSettings + [.strictMemorySafety()]

/// What every module above `Runtime`, `Values` and `Observability` may import.
let common = ["Runtime", "Values", "Observability"]

// MARK: The house that CONTRIBUTING.md draws; `.ci/check-house` holds its floors and arrows

func binding(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
        name: name, path: "Sources/Bindings/\(name)", pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
}

func module(_ floor: String, _ name: String, _ dependencies: [String] = [], resources: [Resource] = []) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, path: "Sources/\(floor)/\(name)",
        resources: resources, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [String] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, path: "Tests/\(name)",
        exclude: exclude, swiftSettings: testSettings)
}

/// A file that a package of the distribution has, carried along.
func carried(_ name: String) -> Target { .target(name: name, path: "Sources/Bindings/\(name)") }

let bindings = [
    binding("CLibWebSockets", pkgConfig: "libwebsockets", apt: "libwebsockets-dev"),
    binding("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    binding("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    binding("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    binding("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
    binding("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    binding("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    binding("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
    carried("CChartJS"),
    binding("CLinux"),
]

let foundations = [
    module("Foundations", "Runtime", ["CLinux", "Values"]),
    module("Foundations", "Values"),
    module("Foundations", "Observability", ["Runtime", "Values", "Terminal"]),
    module("Foundations", "Terminal", ["CLinux", "Runtime", "Values"]),
    module("Foundations", "TextFormats", common + ["Terminal"]),
    module("Foundations", "JSON", common),
    module("Foundations", "YAML", common + ["CYAML", "TextFormats"]),
    module("Foundations", "Settings", common + ["YAML", "TextFormats"]),
    module("Foundations", "CommandLineTool", common + ["TextFormats", "Terminal"]),
    module("Foundations", "SQLite", common + ["CSQLite", "CLinux"]),
    module("Foundations", "Sockets", common + ["CLibWebSockets"]),
    module("Foundations", "HTTPMessages", common),
    module("Foundations", "Compression", ["CZlib"]),
    module("Foundations", "Images", ["CTurboJPEG"]),
    module("Foundations", "WebSockets", common + ["Sockets", "HTTPMessages", "Compression"]),
    module("Foundations", "HTTPServer", common + ["Sockets", "WebSockets", "HTTPMessages"]),
    module("Foundations", "HTTPClient", common + ["CCurl", "HTTPMessages"]),
    module("Foundations", "MailClient", common + ["HTTPClient"]),
    module("Foundations", "MQTT", common + ["Sockets"]),
    module("Foundations", "NetworkChanges", common + ["CLinux"]),
    module("Foundations", "Systemd", common + ["CSystemd"]),
    module("Foundations", "Cryptography", common + ["CCrypto"]),
]

let hub = [
    module("Hub", "SignalRProtocol", common + ["JSON"]),
    module("Hub", "SignalRClient", common + ["SignalRProtocol", "Sockets", "WebSockets", "HTTPClient", "JSON"]),
    module("Hub", "SignalRServer", common + ["SignalRProtocol", "Sockets", "WebSockets", "HTTPServer", "JSON"]),
    module("Hub", "SignalRCodable", common + ["SignalRClient", "SignalRServer", "JSON"]),
]

let family = [
    module("Family", "AllowanceAPI", common + ["HTTPClient", "JSON"]),
    module("Family", "Store", common + ["SQLite", "Cryptography"]),
    module("Family", "SyncEngine", common + ["Store", "AllowanceAPI"]),
    module(
        "Family", "Relay",
        common + [
            "Store", "HTTPClient", "MailClient", "MQTT", "Systemd", "Cryptography", "JSON", "Settings", "TextFormats",
        ]),
    module("Family", "DemoBackend", common + ["SignalRServer", "Sockets", "HTTPServer", "JSON"]),
]

let app = [
    module("App", "Configuration", common + ["Relay", "Settings", "TextFormats"]),
    module("App", "Control", common + ["Store", "Sockets", "HTTPServer", "JSON", "TextFormats"]),
    module(
        "App", "Dashboard",
        common + [
            "Control", "Relay", "Store", "Sockets", "HTTPServer", "HTTPMessages", "Compression", "Cryptography", "JSON",
            "TextFormats", "CChartJS",
        ],
        resources: [
            .embedInCode("Assets/style.css"), .embedInCode("Assets/page.js"), .embedInCode("Assets/plots.js"),
            .embedInCode("Assets/worker.js"), .embedInCode("Assets/icon.svg"), .embedInCode("Assets/icon.png"),
        ]),
    module(
        "App", "Daemon",
        common + [
            "Configuration", "Control", "Dashboard", "Relay", "SyncEngine", "Store", "AllowanceAPI", "SignalRClient",
            "Systemd",
            "HTTPClient", "HTTPServer", "Images", "MQTT", "NetworkChanges", "Sockets", "SQLite", "JSON", "Settings",
            "Terminal", "TextFormats",
        ]),
    module(
        "App", "Commands",
        common + [
            "CommandLineTool", "Daemon", "Configuration", "Control", "DemoBackend", "Relay", "Store", "AllowanceAPI",
            "SignalRClient", "SignalRProtocol", "Systemd", "HTTPClient", "HTTPServer", "Images", "Sockets", "SQLite",
            "JSON", "Settings", "Terminal", "TextFormats",
        ]),
    Target.executableTarget(
        name: "pocketbell",
        dependencies: [
            "Commands", "Configuration", "CommandLineTool", "Terminal", "TextFormats", "Runtime", "Values",
            "Observability",
        ],
        path: "Sources/App/pocketbell", swiftSettings: settings),
]

// MARK: Tests

let testTargets: [Target] = [
    .target(name: "TestNumbers", path: "Tests/TestNumbers", swiftSettings: testSettings),
    .target(
        name: "TestWaiting", dependencies: ["Runtime"], path: "Tests/TestWaiting", swiftSettings: testSettings),
    .target(
        name: "TestSupport",
        dependencies: [
            "CLinux", "Runtime", "HTTPServer", "HTTPClient", "Sockets", "JSON", "TestTerminal", "TestWaiting",
        ],
        path: "Tests/TestSupport", swiftSettings: testSettings),
    .target(
        name: "TestTerminal", dependencies: ["TestWaiting"], path: "Tests/TestTerminal", swiftSettings: testSettings),
    .target(name: "CSlowResolver", path: "Tests/CSlowResolver"),
    .executableTarget(
        name: "sqlite-crash-writer", dependencies: ["SQLite"], path: "Tests/sqlite-crash-writer",
        swiftSettings: testSettings),
    .executableTarget(
        name: "lifecycle-demo", dependencies: ["Runtime"], path: "Tests/lifecycle-demo", swiftSettings: testSettings),
    .executableTarget(
        name: "prompt-demo", dependencies: ["Terminal", "Values"], path: "Tests/prompt-demo",
        swiftSettings: testSettings),
    tests(
        "EndToEndTests",
        [
            "pocketbell", "DemoBackend", "TestSupport", "TestTerminal", "TestWaiting", "HTTPClient", "HTTPServer",
            "Images", "Observability", "Runtime", "JSON", "SQLite", "Store", "Values",
        ]),
    tests(
        "PocketBellTests",
        ["pocketbell", "CommandLineTool", "Control", "Store", "TestSupport", "TextFormats", "Values"]),
    tests(
        "ControlTests",
        [
            "Control", "HTTPClient", "Runtime", "SQLite", "Sockets", "Store", "TestSupport", "Observability", "JSON",
            "Values",
        ]),
    tests(
        "DashboardTests",
        [
            "Dashboard", "Compression", "Control", "HTTPServer", "JSON", "Observability", "Relay", "Runtime", "Store",
            "TestSupport", "TestWaiting", "Values",
        ]),
    tests(
        "DaemonTests",
        [
            "Daemon", "AllowanceAPI", "CommandLineTool", "Configuration", "Control", "DemoBackend", "Images",
            "HTTPClient",
            "HTTPServer", "Relay", "Settings", "SignalRClient", "SignalRProtocol", "Sockets", "Store", "SyncEngine",
            "SQLite", "Systemd", "SocketTestSupport", "Terminal", "TestSupport", "TestWaiting", "TextFormats", "JSON",
            "Observability", "Runtime", "Values",
        ]),
    tests(
        "CommandsTests",
        [
            "Commands", "AllowanceAPI", "Configuration", "Control", "Daemon", "DemoBackend", "HTTPClient", "Images",
            "JSON", "Observability", "Relay", "Runtime", "Settings", "SignalRClient", "Sockets", "Store", "Terminal",
            "TestSupport",
            "TextFormats", "Values",
        ]),
    tests(
        "FuzzTests",
        ["JSON", "HTTPMessages", "Images", "MQTT", "WebSockets", "SignalRProtocol", "TextFormats", "TestSupport"]),
    tests("RuntimeTests", ["Runtime", "Values", "TestWaiting", "lifecycle-demo"]),
    tests("ValuesTests", ["Values"]),
    tests("ObservabilityTests", ["Observability", "Runtime", "Values"]),
    tests("TerminalTests", ["Terminal", "Values", "TestTerminal", "prompt-demo"]),
    tests("TextFormatsTests", ["TextFormats", "Terminal", "Values", "TestNumbers"]),
    tests("JSONTests", ["JSON", "Values", "TestNumbers"]),
    tests("YAMLTests", ["YAML", "TextFormats", "Terminal", "TestNumbers"]),
    tests("SettingsTests", ["Settings", "JSON", "YAML", "TextFormats", "Terminal", "Values"]),
    tests("CommandLineToolTests", ["CommandLineTool", "TextFormats", "TestTerminal"]),
    tests("SQLiteTests", ["SQLite", "Values", "Runtime", "TestWaiting", "sqlite-crash-writer"]),
    .target(
        name: "SocketTestSupport", dependencies: ["HTTPServer", "Sockets", "Runtime"],
        path: "Tests/SocketsTests/Support",
        swiftSettings: testSettings),
    tests("SocketsTests", ["Sockets", "Runtime", "Values", "SocketTestSupport"], exclude: ["Support"]),
    tests("HTTPMessagesTests", ["HTTPMessages", "Values"]),
    tests(
        "WebSocketsTests",
        [
            "WebSockets", "Compression", "HTTPMessages", "Sockets", "HTTPServer", "Values", "SocketTestSupport",
            "TestSupport",
        ],
        exclude: ["SCENARIOS.md", "Peers"]),
    tests("HTTPServerTests", ["HTTPServer", "WebSockets", "Sockets", "SocketTestSupport", "TestWaiting"]),
    tests(
        "HTTPClientTests", ["HTTPClient", "JSON", "Runtime", "Values", "CSlowResolver", "TestSupport", "TestWaiting"],
        exclude: ["Servers"]),
    tests(
        "MailClientTests", ["MailClient", "HTTPClient", "JSON", "Runtime", "TestSupport", "TestWaiting", "Values"],
        exclude: ["Servers"]),
    tests("MQTTTests", ["MQTT", "Runtime", "Sockets", "TestNumbers", "TestSupport", "TestWaiting", "Values"]),
    tests(
        "ConfigurationTests",
        ["Configuration", "Relay", "Settings", "TextFormats", "Terminal", "TestSupport", "Values"],
        exclude: ["Fixtures"]),
    tests("SystemdTests", ["Systemd", "Observability"]),
    tests("CryptographyTests", ["Cryptography"]),
    tests("NetworkChangesTests", ["NetworkChanges"]),
    tests("CompressionTests", ["Compression"]),
    tests("ImagesTests", ["Images", "CTurboJPEG"]),
    tests("AllowanceAPITests", ["AllowanceAPI", "HTTPClient", "JSON", "Observability", "Runtime", "Values"]),
    tests(
        "DemoBackendTests",
        [
            "DemoBackend", "AllowanceAPI", "HTTPClient", "JSON", "Observability", "Runtime", "SignalRProtocol",
            "Sockets", "TestSupport", "Values", "WebSockets",
        ]),
    tests("SignalRProtocolTests", ["SignalRProtocol", "JSON", "Observability", "Runtime", "TestNumbers"]),
    tests(
        "SyncEngineTests",
        [
            "SyncEngine", "Store", "SQLite", "AllowanceAPI", "HTTPClient", "JSON", "Observability", "Runtime",
            "TestNumbers", "TestWaiting", "Values",
        ]),
    // A disk that fails when it is told to, and writes down what happens to it.
    .target(name: "CDiskShim", dependencies: ["CSQLite"], path: "Tests/CDiskShim"),
    .executableTarget(
        name: "simulate",
        dependencies: [
            "CDiskShim", "Relay", "SyncEngine", "Store", "SQLite", "AllowanceAPI", "JSON", "Observability", "Runtime",
            "TestNumbers", "Values",
        ],
        path: "Tests/Simulation/Sources", swiftSettings: testSettings),
    .testTarget(
        name: "SimulationTests",
        dependencies: [
            "simulate", "CDiskShim", "Store", "SyncEngine", "TestNumbers", "Values", "Observability", "Runtime",
        ],
        path: "Tests/Simulation/Tests", swiftSettings: testSettings),
    tests("StoreTests", ["Store", "SQLite", "CSQLite", "Observability", "Runtime", "TestSupport", "Values"]),
    tests(
        "RelayTests",
        [
            "Relay", "Store", "SQLite", "HTTPClient", "HTTPServer", "MailClient", "MQTT", "Systemd", "JSON", "Values",
            "Observability", "Cryptography", "Settings",
            "Runtime", "Sockets", "SocketTestSupport", "TestSupport", "TestNumbers", "TestWaiting", "TextFormats",
        ],
        exclude: ["Servers"]),
    tests(
        "SignalRClientTests",
        [
            "SignalRClient", "SignalRServer", "SignalRProtocol", "Sockets", "WebSockets", "HTTPServer", "HTTPClient",
            "JSON", "Observability", "Runtime", "TestNumbers", "TestWaiting", "Values", "SocketTestSupport",
        ]),
    .testTarget(
        name: "ConformanceTests",
        dependencies: [
            "DemoBackend", "SignalRClient", "SignalRCodable", "SignalRServer", "SignalRProtocol", "HTTPClient", "JSON",
            "Runtime", "Sockets", "SocketTestSupport", "TestSupport", "TestWaiting", "Values", "WebSockets",
        ],
        path: "Tests/Conformance", exclude: ["Servers/aiosignalr", "Drivers"], swiftSettings: testSettings),
    tests(
        "SignalRCodableTests",
        [
            "SignalRCodable", "SignalRClient", "SignalRServer", "Sockets", "HTTPServer", "HTTPClient", "JSON",
            "Observability", "Runtime", "TestNumbers", "TestWaiting",
        ]),
    tests(
        "SignalRServerTests",
        [
            "SignalRServer", "SignalRClient", "SignalRProtocol", "DemoBackend", "Sockets", "SocketTestSupport",
            "WebSockets", "HTTPClient", "HTTPServer", "JSON", "Runtime", "TestWaiting", "Values",
        ]),
]

/// `ONLY=SQLite,JSON swift test` builds and tests just these modules and what they import, which also proves that each
/// stands by itself.
func restricted(_ targets: [Target], to names: String?) -> [Target] {
    guard let names else { return targets }
    let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    var wanted = Set<String>()
    var rest = names.split(separator: ",").flatMap { [String($0), "\($0)Tests"] }.filter { byName[$0] != nil }
    while let name = rest.popLast() {
        guard wanted.insert(name).inserted, let target = byName[name] else { continue }
        for case .byNameItem(let dependency, _) in target.dependencies { rest.append(dependency) }
    }
    return targets.filter { wanted.contains($0.name) }
}

let targets = restricted(
    bindings + foundations + hub + family + app + testTargets, to: Context.environment["ONLY"])

/// One library for each module: those of the hub for anybody, the others for `Tests/Benchmarks`, which is a package of its own.
let products = (foundations + hub + family).map(\.name)
    .filter { name in targets.contains { $0.name == name } }
    .map { Product.library(name: $0, targets: [$0]) }

let package = Package(
    name: "pocketbell",
    products: products,
    targets: targets,
    swiftLanguageModes: [.v6]
)
