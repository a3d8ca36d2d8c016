import Glibc
import JSON

@testable import AllowanceAPI

/// One recorded answer of the real backend.
struct Recording: CustomStringConvertible {
    let file: String
    let number: Int
    let method: String
    /// Without query, ids replaced by `{id}`.
    let route: String
    let path: String
    let status: Int
    /// `nil` where the recording left the body out or cut it.
    let body: String?
    /// What a cut recording has.
    let beginning: String?
    let headers: [(name: String, value: String)]
    /// What our side sent.
    let request: String?

    var description: String { "\(file) entry \(number): \(method) \(path) → \(status)" }
    var isJSON: Bool { header("content-type")?.contains("json") ?? false }
    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }

    /// All HTTP answers of all files.
    static let all: [Recording] = files.flatMap { file in file.entries.compactMap { Recording($0, file: file.name) } }

    /// The records that hubs sent, in order.
    static let hubRecords: [JSONValue] = files.flatMap(\.entries).flatMap { entry -> [JSONValue] in
        guard entry["kind"] == "ws", entry["event"] == "frame", entry["dir"] == "in",
            case .string(let text)? = entry["text"]
        else { return [] }
        return text.split(separator: "\u{1E}").compactMap { try? JSONValue(parsing: String($0)) }
    }

    private static let files: [(name: String, entries: [JSONValue])] = {
        guard let folder = SharedFolder.path.map({ $0 + "/fixtures/real-backend" }) else { return [] }
        var limits = JSONLimits()
        limits.bytes = 64 << 20
        return names.compactMap { name in
            guard let bytes = read(folder + "/" + name), let root = try? JSONValue(parsing: bytes, limits: limits),
                case .array(let entries)? = root["entries"]
            else { return nil }
            return (name, entries)
        }
    }()

    private static let names = [
        "analytics-categories", "auth", "badges-gifts", "children-families", "chores", "errors-http", "hub-more", "hub",
        "lifecycle", "notifications-devices", "savings-goals", "transactions-concurrent", "transactions", "variants",
    ].map { $0 + ".json" }

    private init?(_ entry: JSONValue, file: String) {
        guard entry["kind"] == "http", let response = entry["response"], let request = entry["request"],
            case .number(let status)? = response["status"], case .string(let path)? = request["path"],
            case .string(let method)? = request["method"], case .number(let number)? = entry["n"]
        else { return nil }
        self.file = file
        self.number = number.int ?? 0
        self.method = method
        self.path = path
        self.status = status.int ?? 0
        route = Self.template(path)
        body = if case .string(let text)? = response["body"] { text } else { nil }
        beginning = if case .string(let text)? = response["bodyTruncated"] { text } else { nil }
        self.request = if case .string(let text)? = request["body"] { text } else { nil }
        let pairs: [JSONValue] = if case .array(let found)? = response["headers"] { found } else { [] }
        headers = pairs.compactMap { pair in
            guard case .string(let name)? = pair[0], case .string(let value)? = pair[1] else { return nil }
            return (name, value)
        }
    }

    private static func template(_ path: String) -> String {
        let bare = path.prefix { $0 != "?" }.lowercased()
        return bare.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.utf8.count == 36 && $0.filter { $0 == "-" }.count == 4 ? "{id}" : String($0) }
            .joined(separator: "/")
    }

    private static func read(_ path: String) -> [UInt8]? {
        guard let file = unsafe fopen(path, "r") else { return nil }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
        }
    }
}
