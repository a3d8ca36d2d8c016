import Configuration
import Dashboard
import HTTPClient
import JSON
import Store

/// Questions about the installation: the running program answers them, or, if none runs, its store.
struct Inquiry: Sendable {
    private enum Source: Sendable {
        case program(HTTPClient, socket: String)
        case store(Store, ControlAPI)
    }

    private let source: Source

    /// Whether the program runs.
    var isLive: Bool { if case .program = source { true } else { false } }

    /// Opens the way to the answers, hands it to the body and closes it again.
    static func with<Value>(
        _ configuration: Configuration, _ body: (Inquiry) async throws -> Value
    ) async throws -> Value {
        let folder = StateFolder(configuration.state)
        let http = try HTTPClient()
        let deadline = ContinuousClock.now + .seconds(3)
        while true {
            if await answers(http, folder.controlSocket) {
                let value = try await body(Inquiry(source: .program(http, socket: folder.controlSocket)))
                await http.close(within: .seconds(1))
                return value
            }
            do {
                let value = try await withStore(of: configuration, in: folder, body)
                await http.close(within: .seconds(1))
                return value
            } catch let error as StoreError where error.kind == .inUse && ContinuousClock.now < deadline {
                // A program that starts has the store before it answers, and another command has it for a moment.
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Tells the running program something, if one runs; whoever tells it does not depend on it.
    static func tell(_ folder: StateFolder, _ request: ControlRequest) async {
        guard let http = try? HTTPClient() else { return }
        if let message = try? message(request, folder.controlSocket) { _ = try? await http.send(message) }
        await http.close(within: .seconds(1))
    }

    private static func withStore<Value>(
        of configuration: Configuration, in folder: StateFolder, _ body: (Inquiry) async throws -> Value
    ) async throws -> Value {
        try folder.create()
        let store = try await Store.open(in: folder.path, logger: Log.quiet.logger("store"))
        do {
            let api = ControlAPI(store: store) { await TargetTest.answer(configuration, store, target: $0) }
            let value = try await body(Inquiry(source: .store(store, api)))
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }

    /// Asks, or orders.
    func ask(_ request: ControlRequest) async throws -> JSONValue {
        switch source {
        case .program(let http, let socket):
            let response = try await http.send(try Self.message(request, socket))
            let value = try JSONValue(parsing: response.body)
            guard response.head.isSuccess else {
                throw DaemonError(Self.kind(of: response.status), Self.reason(value))
            }
            return value
        case .store(_, let api):
            switch await api.answer(request) {
            case .value(let value): return value
            case .text(let text): return .string(text)
            case .refused(let refusal):
                throw DaemonError(refusal.kind == .unavailable ? .unavailable : .unknownName, refusal.message)
            }
        }
    }

    /// Hands over each JSON value that the running program sends, until it ends.
    func follow(_ request: ControlRequest, _ body: (JSONValue) async throws -> Bool) async throws {
        guard case .program(let http, let socket) = source else {
            throw DaemonError(.unavailable, "the program does not run", hint: "start it: pocketbell run")
        }
        var request = try Self.message(request, socket)
        request.deadlines.total = nil
        try await http.stream(request) { head, chunks in
            var rest: [UInt8] = []
            for try await chunk in chunks {
                rest += chunk
                while let end = rest.firstIndex(of: 0x0A) {
                    let line = Array(rest[..<end])
                    rest.removeSubrange(...end)
                    guard !line.isEmpty else { continue }
                    guard try await body(JSONValue(parsing: line)) else { return }
                }
            }
        }
    }

    private static func answers(_ http: HTTPClient, _ socket: String) async -> Bool {
        guard let request = try? message(ControlRequest(.get, ["ping"]), socket) else { return false }
        return (try? await http.send(request).head.isSuccess) ?? false
    }

    private static func kind(of status: Int) -> DaemonError.Kind {
        status == 503 ? .unavailable : .unknownName
    }

    private static func reason(_ value: JSONValue) -> String {
        if case .string(let text)? = value["error"] { text } else { "the running program gave no reason" }
    }

    private static func message(_ request: ControlRequest, _ socket: String) throws -> HTTPRequest {
        let path = request.path.map(encoded).joined(separator: "/")
        let query = request.query.map { "\(encoded($0.key))=\(encoded($0.value))" }.sorted().joined(separator: "&")
        let url = try HTTPURL("http://localhost/v1/\(path)\(query.isEmpty ? "" : "?\(query)")")
        var message = HTTPRequest(request.method == .get ? .get : .post, url)
        message.unixSocketPath = socket
        message.deadlines = HTTPDeadlines(connect: .seconds(2), total: .seconds(60))
        return message
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
