import Dispatch
import Runtime
import SocketTestSupport

@testable import WebSockets

/// One request to the peer. It waits until the case answers it.
final class PeerRequest: Sendable, CustomStringConvertible {
    enum Reply: Sendable {
        case response([UInt8])
        case webSocket(PeerSocket)
        case events(PeerEvents)
        case gone
    }

    let method: String
    let target: String
    /// Names in lower case.
    let headers: [(name: String, value: String)]
    let body: String
    let moment = ContinuousClock.now
    private let socket: RawSocket
    private let reply = Lock(Reply?.none)
    private let answered = DispatchSemaphore(value: 0)

    private init(
        _ method: String, _ target: String, _ headers: [(name: String, value: String)], _ body: String,
        _ socket: RawSocket
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.socket = socket
    }

    var path: String { String(target.prefix { $0 != "?" }) }
    var query: [String] {
        guard let mark = target.firstIndex(of: "?") else { return [] }
        return target[target.index(after: mark)...].split(separator: "&").map { String($0) }
    }
    var isNegotiation: Bool { method == "POST" && path.hasSuffix("/negotiate") }
    var isUpgrade: Bool { header("upgrade")?.lowercased() == "websocket" }
    var description: String { "\(method) \(target)" }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    // MARK: Answering

    func respond(_ status: Int, _ body: String = "", type: String? = nil, headers: [(String, String)] = []) {
        var head = "HTTP/1.1 \(status) \(status == 200 ? "OK" : "Other")\r\n"
        if status != 204 { head += "Content-Length: \(body.utf8.count)\r\n" }
        if let type { head += "Content-Type: \(type)\r\n" }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        decide(.response(Array("\(head)\r\n\(body)".utf8)))
    }

    func respond(json: String, headers: [(String, String)] = []) {
        respond(200, json, type: "application/json", headers: headers)
    }

    /// Switches to a WebSocket.
    func upgrade() -> PeerSocket {
        let token = WebSocketKey.acceptToken(for: header("sec-websocket-key") ?? "")
        let head =
            "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(token)"
        socket.send("\(head)\r\n\r\n")
        let webSocket = PeerSocket(self, socket)
        decide(.webSocket(webSocket))
        return webSocket
    }

    /// Begins an endless answer of server-sent events.
    func beginEvents() -> PeerEvents {
        socket.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        let events = PeerEvents(self, socket)
        decide(.events(events))
        return events
    }

    /// Cuts the connection without an answer.
    func cut() {
        socket.cut()
        decide(.gone)
    }

    func abandon() { decide(.gone) }

    private func decide(_ new: Reply) {
        let isFirst = reply.withLock { reply in
            defer { if reply == nil { reply = new } }
            return reply == nil
        }
        if isFirst { answered.signal() }
    }

    /// Blocks the connection's thread.
    func waitForAnswer() -> Reply {
        answered.wait()
        return reply.withLock { $0 } ?? .gone
    }

    // MARK: Reading

    /// Blocks the connection's thread.
    static func read(from socket: RawSocket, _ rest: inout [UInt8]) -> PeerRequest? {
        let end = Array("\r\n\r\n".utf8)
        var range = rest.firstRange(of: end)
        while range == nil {
            let more = socket.read()
            if more.isEmpty { return nil }
            rest += more
            range = rest.firstRange(of: end)
        }
        guard let range else { return nil }
        let lines = String(decoding: rest[..<range.lowerBound], as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: true)
        rest.removeSubrange(..<range.upperBound)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (line[..<colon].lowercased(), String(value))
        }
        let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
        while rest.count < length {
            let more = socket.read()
            if more.isEmpty { return nil }
            rest += more
        }
        let body = String(decoding: rest[..<length], as: UTF8.self)
        rest.removeSubrange(..<length)
        return PeerRequest(String(words[0]), String(words[1]), headers, body, socket)
    }
}
