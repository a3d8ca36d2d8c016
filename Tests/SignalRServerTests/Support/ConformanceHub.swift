import JSON
import Runtime
import SignalRProtocol
import Synchronization
import Values

@testable import SignalRServer

/// Every feature behind a method, with the names that official clients are tested with.
struct ConformanceHub {
    let hub: Hub
    let cancelledStreams = Counter()

    final class Counter: Sendable {
        private let value = Atomic(0)
        var count: Int { value.load(ordering: .relaxed) }
        func add() { value.add(1, ordering: .relaxed) }
    }

    init(_ configuration: HubConfiguration = HubConfiguration()) {
        hub = Hub(configuration)
        addValues()
        addFailures()
        addSending()
        addStreams()
        addUploads()
    }

    private func addValues() {
        hub.method("Echo") { try $0.arguments.json(0) }
        hub.method("ConnectionId") { JSONFragment($0.connectionID) }
        hub.method("Transport") { _ in JSONFragment("WebSockets") }
        hub.method("Add") { call in
            try Self.require(call, 2)
            return JSONFragment(try call.arguments.int(0) + call.arguments.int(1))
        }
        hub.method("AddMoney") { call in
            let (a, b) = (try Self.decimal(call, 0), try Self.decimal(call, 1))
            guard let sum = a.adding(b) else { throw HubFailure("too large") }
            return JSONFragment(sum)
        }
        hub.method("Nothing") { _ in nil }
        hub.method("Null") { _ in nil }
        hub.method("Big") { JSONFragment(String(repeating: "x", count: try $0.arguments.int(0))) }
        hub.method("Slow") { call in
            try await Task.sleep(for: .milliseconds(call.arguments.int(0)))
            return nil
        }
    }

    private func addFailures() {
        hub.method("Fail") { throw HubFailure(try $0.arguments.string(0)) }
        hub.method("Crash") { _ in throw CrashError() }
        hub.method("End") { call in
            call.peer.end(try call.arguments.string(0) == "cut" ? .cut : .close(error: nil, allowReconnect: false))
            return nil
        }
    }

    struct CrashError: Error {}

    private func addSending() {
        hub.method("SendMe") { call in
            await call.send(try call.arguments.string(0), try Self.array(call, 1))
            return nil
        }
        hub.method("SendAll") { call in
            call.peer.hub.send(try call.arguments.string(0), try Self.array(call, 1))
            return nil
        }
        hub.method("AskMe") { call in
            try await call.peer.hub.invoke(
                call.arguments.string(0), try Self.array(call, 1), on: call.connectionID, within: .seconds(5))
        }
        hub.method("Blast") { call in
            for _ in 0..<(try call.arguments.int(0)) {
                await call.send(try call.arguments.string(1), [try call.arguments.json(2)])
            }
            return JSONFragment(0)
        }
    }

    private func addStreams() {
        hub.stream("Count") { call, items in
            for number in 0..<(try call.arguments.int(0)) {
                try await Task.sleep(for: .milliseconds(call.arguments.int(1)))
                try await items.send(JSONFragment(number))
            }
        }
        hub.stream("CountThenFail") { call, items in
            for number in 0..<(try call.arguments.int(0)) { try await items.send(JSONFragment(number)) }
            throw HubFailure("stream failed on purpose")
        }
        hub.stream("Forever") { [cancelledStreams] _, items in
            defer { cancelledStreams.add() }
            var number = 0
            while true {
                try await Task.sleep(for: .milliseconds(5))
                try await items.send(JSONFragment(number))
                number += 1
            }
        }
        hub.method("CancelledStreams") { [cancelledStreams] _ in JSONFragment(cancelledStreams.count) }
    }

    private func addUploads() {
        hub.method("Sum") { call in
            var sum = 0
            for try await item in call.uploads[0] { sum += Int(item.text) ?? 0 }
            return JSONFragment(sum)
        }
        hub.method("First") { call in
            for try await item in call.uploads[0] { return item }
            return JSONFragment(-1)
        }
        hub.method("Join") { call in
            var parts: [[String]] = []
            for upload in call.uploads {
                var texts: [String] = []
                for try await item in upload { texts.append(item.text.filter { $0 != "\"" }) }
                parts.append(texts)
            }
            let between = try call.arguments.string(0)
            return JSONFragment(parts.map { $0.joined(separator: ",") }.joined(separator: between))
        }
        hub.stream("Doubles") { call, items in
            for try await item in call.uploads[0] { try await items.send(JSONFragment(2 * (Int(item.text) ?? 0))) }
        }
    }

    private static func require(_ call: HubCaller, _ count: Int) throws(HubFailure) {
        guard call.arguments.count == count else { throw HubFailure("\(count) arguments are needed.") }
    }

    private static func decimal(_ call: HubCaller, _ index: Int) throws -> Decimal {
        try call.arguments.value(index) { bytes, cursor throws(JSONError) in try cursor.decimalValue(bytes) }
    }

    private static func array(_ call: HubCaller, _ index: Int) throws -> [JSONFragment] {
        try HubArguments(call.arguments.json(index).bytes).values
    }
}
