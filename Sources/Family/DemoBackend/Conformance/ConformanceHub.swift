import JSON
import SignalRServer
import Synchronization
import Values

/// Every feature of the hub protocol behind a method, so that any client can be tried: the methods of the genuine test
/// server, with its texts. Needs no token.
struct ConformanceHub {
    let hub: Hub
    /// How many `Forever` streams have ended; one for all such hubs, as with the genuine server.
    let cancelledStreams: CancellationCount

    /// Characters that `Big` gives at most: what a stranger asks for must not exhaust the machine.
    static let longestText = 24 << 20

    init(_ configuration: HubConfiguration, cancelledStreams: CancellationCount) {
        hub = Hub(configuration)
        self.cancelledStreams = cancelledStreams
        addValues()
        addRequest()
        addFailures()
        addSending()
        addStreams()
        addUploads()
    }

    private func addValues() {
        hub.on("Echo", parameters: 1) { try $0.arguments.json(0) }
        hub.on("Add", parameters: 2) { call in
            JSONFragment(Int(try call.arguments.int32(0) &+ call.arguments.int32(1)))
        }
        hub.on("AddMoney", parameters: 2) { call in
            let (a, b) = (try call.arguments.decimal(0), try call.arguments.decimal(1))
            guard let sum = a.adding(b) else { throw HubFailure("too large") }
            return JSONFragment(sum)
        }
        hub.on("Nothing", parameters: 0) { _ in nil }
        hub.on("Null", parameters: 0) { _ in nil }
        hub.on("Big", parameters: 1) { call in
            let count = try call.arguments.int(0)
            guard 0...Self.longestText ~= count else { throw UnplannedError("count ('\(count)') is out of range") }
            return JSONFragment(String(repeating: "x", count: count))
        }
        hub.on("Slow", parameters: 1) { call in
            try await Task.sleep(for: .milliseconds(call.arguments.int32(0)))
            return nil
        }
    }

    private func addRequest() {
        hub.on("ConnectionId", parameters: 0) { JSONFragment($0.connectionID) }
        hub.on("Transport", parameters: 0) { JSONFragment($0.peer.transport.rawValue) }
        hub.on("Header", parameters: 1) { call in
            try call.peer.header(call.arguments.string(0)).map { JSONFragment($0) }
        }
        hub.on("Query", parameters: 1) { call in
            try call.peer.queryValue(call.arguments.string(0)).map { JSONFragment($0) }
        }
    }

    private func addFailures() {
        hub.on("Fail", parameters: 1) { throw HubFailure(try $0.arguments.string(0)) }
        hub.on("Crash", parameters: 0) { _ in throw UnplannedError("unplanned") }
        hub.on("End", parameters: 1) { call in
            if try call.arguments.string(0) == "cut" { call.peer.cutTransport() } else { call.peer.close() }
            return nil
        }
    }

    private func addSending() {
        hub.on("SendMe", parameters: 2) { call in
            await call.send(try call.arguments.string(0), try call.arguments.array(1))
            return nil
        }
        hub.on("SendAll", parameters: 2) { call in
            await call.hub.send(
                try call.arguments.string(0), try call.arguments.array(1),
                within: call.hub.configuration.sendTimeout)
            return nil
        }
        hub.on("AskMe", parameters: 2) { call in
            try await call.peer.hub.invoke(
                call.arguments.string(0), call.arguments.array(1), on: call.connectionID)
        }
        hub.on("Blast", parameters: 3) { call in
            let (count, target) = (try call.arguments.int32(0), try call.arguments.string(1))
            let (payload, began) = (try call.arguments.json(2), ContinuousClock.now)
            for _ in 0..<max(0, count) {
                try Task.checkCancellation()
                await call.send(target, [payload])
            }
            return JSONFragment(Int((ContinuousClock.now - began) / .microseconds(1)))
        }
    }
}

/// Counts from any task.
final class CancellationCount: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }
    func add() { value.add(1, ordering: .relaxed) }
}

/// A failure that no method declares: clients hear of it only where details are told.
struct UnplannedError: Error, CustomStringConvertible {
    let description: String

    init(_ text: String) { description = text }
}
