import Daemon
import Glibc
import HTTPClient
import JSON
import Runtime
import SignalRClient
import SignalRProtocol
import Terminal
import Values

/// `pocketbell hub`: a SignalR tool for anyone with any hub.
package enum HubTool {
    /// Prints what the hub says until somebody stops it or `count` have come; on standard error, whether it is connected.
    ///
    /// - Returns: `.success` when somebody stopped it.
    package static func listen(_ address: HubAddress, count: Int?) async -> CommandOutcome {
        await firstToEnd(
            { await listening(address, count: count) },
            {
                await Stop.requested()
                return .success
            })
    }

    private static func listening(_ address: HubAddress, count: Int?) async -> CommandOutcome {
        await connected(to: address, tellsNews: true) { connection, invocations in
            var left = count
            for await invocation in invocations {
                Output.line("{\"target\":\(JSONValue.string(invocation.target)),\"arguments\":\(invocation.arguments)}")
                left = left.map { $0 - 1 }
                if left == 0 { return }
            }
        }
    }

    /// Calls a method and prints its result.
    package static func invoke(_ address: HubAddress, method: String, arguments: [String]) async -> CommandOutcome {
        await connected(to: address) { connection, _ in
            Output.line(try await within(address.timeout) { try await connection.invoke(method, json: arguments) })
        }
    }

    /// Calls a streaming method and prints each item.
    package static func stream(_ address: HubAddress, method: String, arguments: [String]) async -> CommandOutcome {
        await connected(to: address) { connection, _ in
            for try await item in try await connection.stream(method, json: arguments) { Output.line(item) }
        }
    }

    private static func connected(
        to address: HubAddress, tellsNews: Bool = false,
        _ body: @escaping @Sendable (HubConnection, HubInvocations) async throws -> Void
    ) async -> CommandOutcome {
        do {
            var configuration = HubNetworkConfiguration()
            configuration.caFile = address.caFile
            configuration.userAgent = Version.userAgent
            let network = try HubNetwork(configuration)
            let connection = HubConnection(address.url, options: try options(address), network: network)
            // Taken before the connection is made, so that the first message is not missed.
            let invocations = connection.invocations
            let states = connection.states
            try await Patience.during("connecting to \(address.place)") { try await connection.start() }
            do {
                try await withLoss(of: connection) {
                    async let _: Void = tellsNews ? tell(states, of: address) : ()
                    try await body(connection, invocations)
                }
            } catch {
                await connection.stop()
                throw error
            }
            await connection.stop()
            return .success
        } catch {
            // Whoever has ended it needs no word about that.
            guard !Task.isCancelled else { return .success }
            guard let refused = error as? HubError, refused.kind == .unauthorized else {
                return Output.outcome(of: error)
            }
            return Output.outcome(
                of: DaemonError(.notPermitted, refused.message, hint: "give an access token: --token-file FILE"))
        }
    }

    /// Until it is cancelled.
    private static func tell(_ states: HubStates, of address: HubAddress) async {
        var news = HubNews(place: address.place)
        for await state in states {
            if let line = news.line(for: state.phase, reason: state.reason.map { "\($0)" }) { Output.note(line) }
        }
    }

    /// Ends with the body, or with the connection when that cannot be made any more.
    private static func withLoss(
        of connection: HubConnection, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await firstToEnd(
            { try await body() },
            {
                for await state in connection.states where state.isDisconnected {
                    throw state.reason ?? DaemonError(.unavailable, "the hub ended the connection")
                }
            })
    }

    private static func within<Value: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let value = try await race(limit: limit, body).value else {
            throw DaemonError(.unavailable, "the hub did not answer within \(limit)", hint: "raise --timeout")
        }
        return value
    }

    private static func options(_ address: HubAddress) throws -> HubConnectionOptions {
        var options = HubConnectionOptions()
        switch address.transport {
        case .websockets: options.transports = [.webSockets]
        case .sse: options.transports = [.serverSentEvents]
        case .polling: options.transports = [.longPolling]
        case nil: break
        }
        options.connectTimeout = address.timeout
        options.handshakeTimeout = address.timeout
        for header in address.headers {
            guard let colon = header.firstIndex(of: ":") else {
                throw DaemonError(
                    .usage, "'\(header.harmless)' is not a header", hint: "write it as 'Name: value'")
            }
            let value = header[header.index(after: colon)...].drop { $0 == " " }
            options.headers.append((name: String(header[..<colon]), value: String(value)))
        }
        if let file = address.tokenFile {
            let secret =
                try file == "-"
                ? SecretInput.standardInput() : SecretInput.pipe(file) ?? SecretReference.file(file).resolve()
            let token = secret.withText { AccessToken($0) }
            options.accessToken = { _ in token }
        }
        return options
    }
}
