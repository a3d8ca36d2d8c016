import SignalRClient

/// Listens to a hub, or calls one of its methods:
///
///     listen http://127.0.0.1:5000/hubs/conformance
///     listen http://127.0.0.1:5000/hubs/conformance Add 2 3
///
/// Arguments are JSON. What it prints is JSON too.
@main
struct Listen {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard let url = words.first else { return print("usage: listen URL [METHOD [JSON ...]]") }
        var options = HubConnectionOptions()
        // For ever, after random pauses: the default gives up after four attempts, as official clients do.
        options.reconnect = .jittered(retriesFirstConnection: false)
        // All three are the default; a proxy that spoils one of them is a reason to leave that one out.
        options.transports = [.webSockets, .serverSentEvents, .longPolling]
        let hub = HubConnection(url, options: options)
        do throws(HubError) {
            if let method = words.dropFirst().first {
                try await call(method, Array(words.dropFirst(2)), on: hub)
            } else {
                try await listen(to: hub)
            }
        } catch {
            // What happened, and what to do about it.
            print(error.mayHaveRun ? "it may have run all the same: \(error)" : "\(error)")
        }
        await hub.stop()
    }

    private static func call(_ method: String, _ arguments: [String], on hub: HubConnection) async throws(HubError) {
        try await hub.start()
        print(try await hub.invoke(method, json: arguments))
    }

    private static func listen(to hub: HubConnection) async throws(HubError) {
        // Before the start, so that nothing is missed.
        let invocations = hub.invocations
        let states = hub.states
        try await hub.start()
        await withTaskGroup { group in
            group.addTask { for await state in states { print("state: \(state.phase)") } }
            group.addTask { for await call in invocations { print(call.target, call.arguments) } }
        }
    }
}
