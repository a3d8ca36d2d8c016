/// A SignalR client as seen from outside. The suite's cases know no more of a client, so that any can be put here: ours in this
/// process, or another's through a program that speaks the line protocol of `docs/conformance-other-clients.md`.
protocol ClientUnderTest: Sendable {
    /// What the client has told.
    var events: Journal<ClientEvent> { get }

    func start() async throws(ClientFailure)
    func stop() async

    /// Returns the JSON text of the result. Cancelling the task cancels the call.
    func invoke(_ method: String, _ arguments: [String], uploading: [Upload]) async throws(ClientFailure) -> String
    func send(_ method: String, _ arguments: [String], uploading: [Upload]) async throws(ClientFailure)
    func stream(
        _ method: String, _ arguments: [String], uploading: [Upload]
    ) async throws(ClientFailure) -> any StreamUnderTest

    /// Has invocations of the target told as events, after which the client does something.
    func on(_ target: String, then reaction: Reaction) async throws(ClientFailure)
    func off(_ target: String) async throws(ClientFailure)
    /// Has the hub's questions to the target answered.
    func answer(_ target: String, _ answer: Answer) async throws(ClientFailure)

    /// Ends the client for good, whatever state it is in.
    func end() async
}

extension ClientUnderTest {
    func invoke(_ method: String, _ arguments: String...) async throws(ClientFailure) -> String {
        try await invoke(method, arguments, uploading: [])
    }

    func send(_ method: String, _ arguments: String...) async throws(ClientFailure) {
        try await send(method, arguments, uploading: [])
    }

    func stream(_ method: String, _ arguments: String...) async throws(ClientFailure) -> any StreamUnderTest {
        try await stream(method, arguments, uploading: [])
    }

    func on(_ target: String) async throws(ClientFailure) { try await on(target, then: .nothing) }
}

/// A stream that the server sends.
protocol StreamUnderTest: Sendable {
    /// The next item's JSON text; `nil` at the end.
    func next() async throws(ClientFailure) -> String?
    /// The consumer goes away.
    func cancel() async
}

/// What the client does when an invocation has come.
enum Reaction: Sendable, Equatable {
    case nothing
    /// Calls the hub and tells the outcome as a note.
    case invoke(String, [String])
    /// Is busy for so long, as a slow handler is.
    case wait(Duration)
    /// Takes its own handler away.
    case unregister
    /// Adds a handler for another target.
    case register(String)
    case stop
}

/// How the client answers a question.
enum Answer: Sendable, Equatable {
    case result(String)
    case error(String)
    /// With the arguments as they came.
    case arguments
    /// Not before the client ends.
    case never
}
