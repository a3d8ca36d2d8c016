/// The event stream grammar of the HTML standard, fed with any split of the bytes.
package struct ServerSentEventParser: Sendable {
    /// Set by a `retry:` field: how long to wait before a reconnect.
    package private(set) var retry: Duration?
    private let limit: Int
    private var line: [UInt8] = []
    private var skipsLineFeed = false
    private var isFirstLine = true
    private var type = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var lastID = ""

    /// - Parameter limit: bytes of one line and of one event's data.
    package init(limit: Int = 1 << 20) { self.limit = limit }

    /// - Returns: the events completed by these bytes.
    /// - Throws: kind `tooLarge` if a line or an event exceeds the limit.
    package mutating func feed(_ bytes: [UInt8]) throws(HTTPError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        var start = 0
        for index in bytes.indices {
            let byte = bytes[index]
            if skipsLineFeed {
                skipsLineFeed = false
                if byte == 10 {
                    start = index + 1
                    continue
                }
            }
            guard byte == 10 || byte == 13 else { continue }
            skipsLineFeed = byte == 13
            try keep(bytes[start..<index])
            start = index + 1
            if let event = try takeLine() { events.append(event) }
        }
        try keep(bytes[start...])
        return events
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) throws(HTTPError) {
        guard line.count + bytes.count <= limit else { throw tooLarge }
        line.append(contentsOf: bytes)
    }

    private mutating func takeLine() throws(HTTPError) -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard !line.isEmpty else { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[min(colon + 1, line.endIndex)...]
        if value.first == 32 { value.removeFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": type = String(decoding: value, as: UTF8.self)
        case "data":
            guard data.count + value.count < limit else { throw tooLarge }
            if hasData { data.append(10) }
            data.append(contentsOf: value)
            hasData = true
        case "id": if !value.contains(0) { lastID = String(decoding: value, as: UTF8.self) }
        case "retry":
            let digits = String(decoding: value, as: UTF8.self)
            if digits.utf8.allSatisfy({ (48...57).contains($0) }), let milliseconds = Int32(digits) {
                retry = .milliseconds(milliseconds)
            }
        // Comments (an empty name) and unknown fields are ignored.
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            type = ""
            data.removeAll(keepingCapacity: true)
            hasData = false
        }
        guard hasData else { return nil }
        return ServerSentEvent(
            type: type.isEmpty ? "message" : type, data: String(decoding: data, as: UTF8.self), lastID: lastID)
    }

    private var tooLarge: HTTPError { HTTPError(.tooLarge(.body), detail: "event above \(limit) bytes") }
}
