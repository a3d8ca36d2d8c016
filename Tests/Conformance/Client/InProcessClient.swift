import HTTPClient
import Runtime
import SignalRClient
import Sockets
import TestWaiting

/// Our client, in this process.
final class InProcessClient: ClientUnderTest {
    /// What all clients of a run share, as the connections of a program do.
    private static let network: HubNetwork = {
        guard let network = try? HubNetwork() else { preconditionFailure("no network for clients") }
        return network
    }()

    let events = Journal<ClientEvent>()
    let connection: HubConnection
    private let registrations = Lock([String: HubRegistration]())
    private let watcher: Task<Void, Never>

    convenience init(_ options: ClientOptions) throws {
        let (asked, continuation) = AsyncStream.makeStream(of: Bool.self)
        try self.init(options.url, Self.translated(options) { continuation.yield($0) }, asked)
    }

    /// - Parameter asked: how the token provider was asked.
    init(_ url: String, _ options: HubConnectionOptions, _ asked: AsyncStream<Bool>? = nil) throws {
        connection = HubConnection(url, options: options, network: Self.network)
        let (events, states) = (events, connection.states)
        watcher = Task {
            await withDiscardingTaskGroup { group in
                group.addTask { await Self.watch(states, events) }
                guard let asked else { return }
                for await refused in asked { events.add(.askedForToken(lastWasRefused: refused)) }
            }
        }
    }

    deinit { watcher.cancel() }

    private static func watch(_ states: HubStates, _ events: Journal<ClientEvent>) async {
        var isUp = false
        var last: ClientEvent?
        for await state in states {
            let event: ClientEvent? =
                switch state.phase {
                case .connecting, .waitingToConnect: .connecting
                case .connected(let id): .connected(id: id)
                case .waitingToReconnect, .reconnecting: .reconnecting(state.reason.map { ClientFailure($0) })
                // A state, but an event only after a connection: a start that fails says so itself.
                case .disconnected: isUp ? .disconnected(state.reason.map { ClientFailure($0) }) : nil
                case .stopping: nil
                }
            guard let event else { continue }
            if event.isConnected { isUp = true }
            if event.isDisconnected { isUp = false }
            // Pause and attempt alternate: one entering counts.
            if event.isReconnecting, last?.isReconnecting == true { continue }
            if event == .connecting, last == .connecting { continue }
            last = event
            events.add(event)
        }
    }

    // MARK: Life and calls

    func start() async throws(ClientFailure) {
        do { try await connection.start() } catch { throw ClientFailure(error) }
    }

    func stop() async { await connection.stop() }

    func end() async {
        await connection.stop()
        watcher.cancel()
    }

    func invoke(
        _ method: String, _ arguments: [String], uploading uploads: [Upload]
    ) async throws(ClientFailure) -> String {
        do {
            return try await connection.invoke(method, json: arguments, uploading: uploads.map { HubUpload($0) })
        } catch {
            throw ClientFailure(error)
        }
    }

    func send(_ method: String, _ arguments: [String], uploading uploads: [Upload]) async throws(ClientFailure) {
        do { try await connection.send(method, json: arguments, uploading: uploads.map { HubUpload($0) }) } catch {
            throw ClientFailure(error)
        }
    }

    func stream(
        _ method: String, _ arguments: [String], uploading uploads: [Upload]
    ) async throws(ClientFailure) -> any StreamUnderTest {
        do throws(HubError) {
            let stream = try await connection.stream(method, json: arguments, uploading: uploads.map { HubUpload($0) })
            return InProcessStream(stream)
        } catch {
            throw ClientFailure(error)
        }
    }

    // MARK: Being called

    func on(_ target: String, then reaction: Reaction) async throws(ClientFailure) {
        let registration = connection.on(target) { [weak self] invocation in
            await self?.invoked(target, invocation.arguments, reaction)
        }
        registrations.withLock { $0[target] = registration }
    }

    private func invoked(_ target: String, _ arguments: String, _ reaction: Reaction) async {
        // Who hears of the event may count on the changed handlers: they are changed before.
        switch reaction {
        case .unregister: try? await off(target)
        case .register(let other): try? await on(other)
        case .nothing, .invoke, .wait, .stop: break
        }
        events.add(.invoked(target: target, arguments: arguments))
        switch reaction {
        case .nothing, .unregister, .register: return
        case .invoke(let method, let arguments):
            do { events.add(.note(try await invoke(method, arguments, uploading: []))) } catch {
                events.add(.note("\(error)"))
            }
        case .wait(let duration):
            // What the case orders: a handler that takes its time.
            try? await Task.sleep(for: duration)
            events.add(.note("waited"))
        case .stop:
            await connection.stop()
            events.add(.note("stopped"))
        }
    }

    func off(_ target: String) async throws(ClientFailure) {
        registrations.withLock { $0.removeValue(forKey: target) }?.cancel()
    }

    func answer(_ target: String, _ answer: Answer) async throws(ClientFailure) {
        do {
            try connection.answer(target) { invocation in
                switch answer {
                case .result(let json): return json
                case .error(let text): throw ClientFailure(text: text)
                case .arguments: return invocation.arguments
                case .never:
                    try await untilCancelled()
                    return "null"
                }
            }
        } catch {
            throw ClientFailure(error)
        }
    }
}
