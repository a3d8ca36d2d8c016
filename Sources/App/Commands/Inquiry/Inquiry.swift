import Configuration
import Control
import Daemon
import HTTPClient
import JSON
import Observability
import Relay
import Store
import Systemd
import Values

/// Questions about the installation: the running program answers them, or, if none runs, its store.
struct Inquiry: Sendable {
    private enum Source: Sendable {
        case program(HTTPClient, RunningProgram)
        case store(Store, ControlAPI)
    }

    private let source: Source
    /// In whose words the answers are shown.
    let readable: Readable

    private init(_ source: Source, timeZone: String?) {
        self.source = source
        readable = Readable(in: Readable.zone(configured: timeZone))
    }

    /// Whether the program runs.
    var isLive: Bool { if case .program = source { true } else { false } }

    /// Opens the way to the answers, hands it to the body and closes it again.
    ///
    /// - Parameter begins: it may be the first that is done here, before anybody has signed in.
    static func with<Value>(
        _ context: CommandContext, begins: Bool = false, _ body: (Inquiry) async throws -> Value
    ) async throws -> Value {
        let deadline = ContinuousClock.now + .seconds(3)
        while true {
            switch try await Addressee.find(context) {
            case .program(let program): return try await with(program, body)
            case .files(let configuration):
                do {
                    return try await withStore(of: configuration, begins: begins, body)
                } catch let error as StoreError where error.kind == .inUse && ContinuousClock.now < deadline {
                    // A program that starts has the store before it answers, and another command has it for a moment.
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }
    }

    /// The same with a program that is known to run.
    static func with<Value>(
        _ program: RunningProgram, _ body: (Inquiry) async throws -> Value
    ) async throws -> Value {
        try await body(Inquiry(.program(RunningProgram.client(), program), timeZone: program.timeZone))
    }

    /// The store itself, while no program runs.
    static func withStore<Value>(
        of configuration: Configuration, begins: Bool = false, _ body: (Inquiry) async throws -> Value
    ) async throws -> Value {
        let folder = StateFolder(configuration.state)
        if !begins { try requireUse(of: folder, configuration) }
        try folder.prepare(for: configuration)
        let store = try await Store.open(
            in: folder.path, program: Version.text, logger: Log.quiet.logger("store"))
        store.take(configuration.store)
        // As the program does before it sends: nobody is shown what the disk has made of an entry. Who only asks is answered all the same.
        _ = try? await StoredIntents(store).mend()
        do {
            let installed = Installed(configuration, in: folder)
            let commands = ProgramCommands(of: configuration)
            let desk = EntryDesk(store, of: configuration, in: folder, commands: commands)
            let api = ControlAPI(
                store: store, installed: { installed }, entries: desk.entries, commands: commands,
                words: { configuration.words(of: $0, sentAt: $1) },
                judge: { RuleVerdict.all(of: $0, by: configuration) }
            ) { await test($0, configuration, store) }
            let value = try await body(Inquiry(.store(store, api), timeZone: installed.timeZone))
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }

    /// - Throws: where nobody has ever begun with anything; a question then is no reason to make a store.
    private static func requireUse(
        of folder: StateFolder, _ configuration: Configuration
    ) throws(DaemonError) {
        guard configuration.file == nil, !folder.isInUse else { return }
        throw DaemonError.nothingSetUp
    }

    /// Sends a sample alert although no program runs.
    private static func test(_ target: String, _ configuration: Configuration, _ store: Store) async -> ControlAnswer {
        let (clients, bus) = (HTTPClients(), SessionBus.ofSession())
        let answer: ControlAnswer
        do {
            let relay = Relay(
                store: store, http: try clients.client(trusting: nil), bus: bus, logger: Log.quiet.logger("relay"),
                metrics: RelayMetrics(MetricsRegistry()))
            let settings = RelaySettings(configuration)
            await relay.take(try relay.targets(settings.targets, in: settings.locale, rules: settings.rules))
            answer = await relay.testAnswer(target)
        } catch {
            answer = .refused(.init(.malformed, "\(error)"))
        }
        await clients.close()
        await bus?.close()
        return answer
    }

    /// Asks, or orders.
    func ask(_ request: ControlRequest) async throws -> JSONValue {
        try Self.check(request)
        switch source {
        case .program(let http, let program):
            let message = try Self.message(request, program.socket)
            let response = try await program.asLongAsItRuns { try await http.send(message) }
            let value = try JSONValue(parsing: response.body)
            guard response.head.isSuccess else { throw Self.refusal(value) }
            return value
        case .store(_, let api):
            switch await api.answer(request) {
            case .value(let value): return value
            case .text(let text): return .string(text)
            case .picture: return nil
            case .refused(let refusal):
                throw DaemonError(refusal)
            }
        }
    }

    /// Asks for a picture.
    func picture(_ request: ControlRequest) async throws -> [UInt8] {
        try Self.check(request)
        switch source {
        case .program(let http, let program):
            var message = try Self.message(request, program.socket)
            message.limits.body = MediaFiles.limit
            // The program may have to fetch it, by several requests.
            message.deadlines.total = .seconds(300)
            let response = try await program.asLongAsItRuns { try await http.send(message) }
            guard response.head.isSuccess else { throw Self.refusal(try JSONValue(parsing: response.body)) }
            return response.body
        case .store(_, let api):
            switch await api.answer(request) {
            case .picture(let bytes): return bytes
            case .value, .text: return []
            case .refused(let refusal): throw DaemonError(refusal)
            }
        }
    }

    /// What is typed for the program that is asked.
    var commands: ProgramCommands {
        switch source {
        case .program(_, let program): program.commands
        case .store(_, let api): api.commands
        }
    }

    /// Hands over each JSON value that the running program sends, until the body has enough.
    ///
    /// - Parameter endsByItself: the program has said all when it ends the answer.
    /// - Throws: also when the program ends, in whichever way.
    func follow(
        _ request: ControlRequest, endsByItself: Bool = false, _ body: (JSONValue) async throws -> Bool
    ) async throws {
        let (http, program) =
            switch source {
            case .program(let http, let program): (http, program)
            case .store(_, let api): throw DaemonError(api.notRunning)
            }
        var message = try Self.message(request, program.socket)
        message.deadlines.total = nil
        let hasEnough = try await program.asLongAsItRuns {
            try await http.stream(message) { head, chunks in
                var rest: [UInt8] = []
                for try await chunk in chunks {
                    rest += chunk
                    guard head.isSuccess else { continue }
                    while let end = rest.firstIndex(of: 0x0A) {
                        let line = Array(rest[..<end])
                        rest.removeSubrange(...end)
                        guard !line.isEmpty else { continue }
                        guard try await body(JSONValue(parsing: line)) else { return true }
                    }
                }
                guard head.isSuccess else { throw Self.refusal(try JSONValue(parsing: rest)) }
                return endsByItself
            }
        }
        guard hasEnough else { throw program.hasEnded }
    }

    /// What the running program refused, in its own words.
    private static func refusal(_ answer: JSONValue) -> DaemonError {
        func text(_ name: String) -> String? { if case .string(let text)? = answer[name] { text } else { nil } }
        let kind = text("kind").flatMap { ControlAnswer.Refusal.Kind(rawValue: $0) } ?? .unknown
        return DaemonError(
            DaemonError.Kind(kind), text("error") ?? "the running program gave no reason", hint: text("hint"))
    }

    /// What a person typed for an id or a name becomes a part of a path; whoever answers there takes it for two, or for none.
    ///
    /// - Throws: `DaemonError` of kind `usage` for what no id and no name can be.
    static func check(_ request: ControlRequest) throws(DaemonError) {
        guard let word = request.path.first(where: { $0.isEmpty || $0.utf8.contains(UInt8(ascii: "/")) }) else {
            return
        }
        throw DaemonError(
            .usage, "'\(word.harmless)' is neither an id nor a name",
            hint: "write it as lists show it; most have --ids for whole ids")
    }

    static func message(_ request: ControlRequest, _ socket: String) throws -> HTTPClientRequest {
        let path = request.path.map(encoded).joined(separator: "/")
        let query = request.query.map { "\(encoded($0.key))=\(encoded($0.value))" }.sorted().joined(separator: "&")
        let url = try HTTPURL("http://localhost/v1/\(path)\(query.isEmpty ? "" : "?\(query)")")
        var message = HTTPClientRequest(request.method == .get ? .get : .post, url)
        message.unixSocketPath = socket
        if let body = request.body {
            message.body = .bytes(body.withText { Array($0.utf8) }, contentType: "application/json")
        }
        // A line may have a photo in it.
        if request.path.first == "pending" { message.limits.body = MediaFiles.limit }
        // A copy takes as long as the disk does.
        let isLong = ["backup", "restore", "cache"].contains(request.path.first)
        message.deadlines = HTTPDeadlines(connect: .seconds(2), total: .seconds(isLong ? 3_600 : 60))
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

extension ProgramCommands {
    /// Of a program that does not run, by its file.
    init(of configuration: Configuration) {
        self.init(isService: configuration.file == Configuration.serviceFile, namedFile: configuration.file)
    }
}

extension DaemonError {
    /// Neither a file nor a session nor a service.
    static let nothingSetUp = DaemonError(
        .unavailable, "no program of yours runs, nobody is signed in, and there is no service on this machine",
        hint: "pocketbell init")

    /// As if the command had met it itself.
    fileprivate init(_ refusal: ControlAnswer.Refusal) {
        self.init(Kind(refusal.kind), refusal.message, hint: refusal.hint)
    }
}

extension DaemonError.Kind {
    /// What the running program refused, as if the command had met it itself.
    fileprivate init(_ refusal: ControlAnswer.Refusal.Kind) {
        self =
            switch refusal {
            case .unknown, .malformed, .conflict: .usage
            case .unavailable: .unavailable
            case .notPermitted: .notPermitted
            case .misconfigured: .configuration
            }
    }
}
