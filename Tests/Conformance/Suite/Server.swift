import Testing

/// Who a case is proven against.
enum Server: String, Sendable, CaseIterable, CustomTestStringConvertible {
    /// The hub of `DemoBackend`.
    case ours
    /// ASP.NET Core.
    case genuine
    /// The server of the Python package aiosignalr.
    case aiosignalr
    /// A peer that does what the case says, for what no real server can be made to do.
    case scripted

    static let real: [Server] = [.ours, .genuine, .aiosignalr]
    static let official: [Server] = [.ours, .genuine]

    var title: String {
        switch self {
        case .ours: "PocketBell"
        case .genuine: "ASP.NET Core"
        case .aiosignalr: "aiosignalr"
        case .scripted: "scripted"
        }
    }

    var testDescription: String { title }
}
