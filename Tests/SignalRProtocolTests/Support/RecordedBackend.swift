import Glibc
import JSON

/// What the real backend said on the wire: the frames of each hub connection, in order.
struct RecordedBackend {
    struct Connection {
        var name: String
        /// From the server.
        var received: [[UInt8]] = []
        /// From the client.
        var sent: [[UInt8]] = []
    }

    /// `nil` where the recordings are not at hand.
    static let folder: String? = {
        var places: [String] = []
        if let shared = unsafe getenv("POCKETBELL_SHARED") { places.append(unsafe String(cString: shared)) }
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        places += ["/\(package)/shared", "/\(package)/../shared"]
        return places.map { $0 + "/fixtures/real-backend" }.first { unsafe access($0 + "/hub.json", R_OK) == 0 }
    }()

    static func connections(in file: String) throws -> [Connection] {
        let bytes = try contents(of: (folder ?? "") + "/" + file)
        var found: [String: Connection] = [:]
        var order: [String] = []
        try objects(in: bytes, listedUnder: "entries") { entry in
            guard entry["kind"] == "ws", entry["event"] == "frame", let name = entry["conn"] else { return }
            guard let text = entry["text"] else { return }
            if found[name] == nil { order.append(name) }
            if entry["dir"] == "in" {
                found[name, default: Connection(name: name)].received.append(Array(text.utf8))
            } else {
                found[name, default: Connection(name: name)].sent.append(Array(text.utf8))
            }
        }
        return order.compactMap { found[$0] }
    }

    private static func contents(of path: String) throws -> [UInt8] {
        let file = unsafe open(path, O_RDONLY)
        guard file >= 0 else { throw ReadingError.cannotRead(path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(file, &part, part.count)
            guard count > 0 else { return bytes }
            bytes += part[..<count]
        }
    }

    enum ReadingError: Error { case cannotRead(String) }

    /// Calls `body` with the members of each object that are strings.
    private static func objects(
        in bytes: [UInt8], listedUnder name: StaticString, _ body: ([String: String]) -> Void
    ) throws {
        let bytes = bytes.span
        var cursor = JSONCursor()
        try cursor.expect(UInt8(ascii: "{"), bytes)
        var isFirst = true
        while let key = try cursor.nextKey(bytes, isFirst: &isFirst) {
            guard key.equals(name, bytes) else {
                _ = try cursor.skipValue(bytes)
                continue
            }
            try cursor.expect(UInt8(ascii: "["), bytes)
            var isFirstEntry = true
            while try cursor.hasNext(bytes, end: UInt8(ascii: "]"), isFirst: &isFirstEntry) {
                try cursor.expect(UInt8(ascii: "{"), bytes)
                var members: [String: String] = [:]
                var isFirstMember = true
                while let key = try cursor.nextKey(bytes, isFirst: &isFirstMember) {
                    if try cursor.peek(bytes) == UInt8(ascii: "\"") {
                        members[key.text(bytes)] = try cursor.string(bytes).text(bytes)
                    } else {
                        _ = try cursor.skipValue(bytes)
                    }
                }
                body(members)
            }
        }
    }
}
