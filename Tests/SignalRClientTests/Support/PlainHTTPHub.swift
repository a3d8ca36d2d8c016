import HTTPServer
import JSON
import Runtime
import SignalRProtocol

/// A hub over plain HTTP that does what its test says, and remembers what it was asked.
final class PlainHTTPHub: Sendable {
    /// A request as it came.
    struct Seen: Sendable {
        let method: String
        let target: String
        let token: String?
        let cookie: String?
        let accept: String?
        let body: String

        /// Such as `GET /hub`.
        var what: String { "\(method) \(target.prefix { $0 != "?" })" }
        /// The connection's token.
        var id: String? { target.split(separator: "id=").dropFirst().first.map { String($0.prefix { $0 != "&" }) } }
    }

    private struct State {
        var seen: [Seen] = []
        var negotiations = 0
        var polls: Set<String> = []
    }

    /// What the hub says next: one response to a poll, or one piece of the event stream.
    let says = BoundedChannel<[UInt8]>(limit: 1 << 30)
    private let offers: [String]
    private let more: String
    private let script: @Sendable (Seen) async -> HTTPResponse?
    private let state = Lock(State())

    /// - Parameters:
    ///   - offers: the transports, in this order.
    ///   - more: further members of the answer to negotiate, with a comma in front.
    ///   - script: comes before everything else; `nil` does what hubs do.
    init(
        _ offers: [HubTransport], more: String = "",
        script: @escaping @Sendable (Seen) async -> HTTPResponse? = { _ in nil }
    ) {
        self.offers = offers.map(\.rawValue)
        self.more = more
        self.script = script
    }

    var seen: [Seen] { state.withLock { $0.seen } }

    /// All records that were posted, in order.
    var records: [String] {
        seen.filter { $0.method == "POST" && $0.id != nil && !$0.target.contains("/refresh") }
            .flatMap { $0.body.split(separator: "\u{1e}").map(String.init) }
    }

    func say(_ json: String) { says.push(Array(json.utf8) + [0x1E]) }

    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        let seen = Seen(
            method: request.method, target: request.target, token: request.headers["authorization"],
            cookie: request.headers["cookie"], accept: request.headers["accept"],
            body: String(decoding: request.body, as: UTF8.self))
        state.withLock { $0.seen.append(seen) }
        if let answer = await script(seen) { return answer }
        if seen.target.contains("/negotiate") { return negotiation() }
        switch seen.method {
        case "POST":
            if seen.body.contains(#""protocol""#) { say("{}") }
            return HTTPResponse(.ok)
        case "DELETE": return HTTPResponse(HTTPStatus(rawValue: 202))
        default: return seen.accept == "text/event-stream" ? events() : await poll(seen.id ?? "")
        }
    }

    private func negotiation() -> HTTPResponse {
        let number = state.withLock { state in
            state.negotiations += 1
            return state.negotiations
        }
        let list = offers.map { #"{"transport":"\#($0)","transferFormats":["Text"]}"# }.joined(separator: ",")
        return .json(
            Array(
                #"{"negotiateVersion":1,"connectionId":"public-\#(number)","connectionToken":"secret-\#(number)","availableTransports":[\#(list)]\#(more)}"#
                    .utf8))
    }

    /// Server-sent events as the genuine server writes them.
    private func events() -> HTTPResponse {
        let says = says
        return .events { events in
            try await events.write(raw: Array(":\r\n\r\n".utf8))
            while let bytes = try await says.next() {
                try await events.write(raw: Array("data: ".utf8) + bytes + Array("\r\n\r\n".utf8))
            }
        }
    }

    private func poll(_ id: String) async -> HTTPResponse {
        let isFirst = state.withLock { $0.polls.insert(id).inserted }
        if isFirst { return HTTPResponse(.ok) }
        guard let bytes = try? await says.next() else { return HTTPResponse(.noContent) }
        return HTTPResponse(.ok, body: .bytes(bytes))
    }
}

/// Runs a server with a scripted hub at `/hub` around `body`, and a connection to it.
func withPlainHub(
    _ hub: PlainHTTPHub, _ body: (String) async throws -> Void
) async throws {
    try await withServer {
        await hub.answer($0)
    } body: { origin in
        try await body("\(origin)/hub")
        hub.says.finish()
    }
}
