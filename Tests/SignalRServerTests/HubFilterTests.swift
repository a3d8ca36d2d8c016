import JSON
import SignalRProtocol
import SignalRServer
import Testing

/// Filters and requirements, as a user of the public API writes them.
@Suite("Hub filters and requirements", .timeLimit(.minutes(1)))
struct HubFilterTests {
    private let seen = Noted<String>()

    private func call(
        _ hub: Hub, _ target: String, _ arguments: String = "[]", as user: String = "mum"
    ) async throws -> HubOutcome {
        var outcome = HubOutcome.void
        try await withHub(hub) { port in
            let client = try await RawHubClient.open(port: port, headers: [("Authorization", "Bearer \(user)")])
            outcome = try await client.invoke(target, arguments)
            await client.close()
        }
        return outcome
    }

    private func hub() -> Hub {
        let hub = Hub { .allowed(user: $0.bearerToken) }
        hub.on("Echo", jsonParameters: 1) { [seen] call in
            seen.add("method")
            return try call.arguments.json(0)
        }
        hub.on("Nothing", jsonParameters: 0) { _ in nil }
        hub.on("Fail", jsonParameters: 0) { _ in throw HubFailure("on purpose") }
        hub.onStream("Letters", jsonParameters: 0) { _, items in
            for letter in ["a", "b"] { try await items.send(json: "\"\(letter)\"") }
        }
        return hub
    }

    @Test("filters run in their order, inwards and outwards, around methods of any kind")
    func order() async throws {
        let hub = hub()
        for name in ["outer", "inner"] {
            hub.filter { [seen] call, next in
                seen.add("\(name) in: \(call.method) \(call.arguments.count) \(call.user ?? "")")
                let answer = try await next()
                seen.add("\(name) out: \(answer.json ?? "nothing")")
                return answer
            }
        }
        // The name is the registered one, however it was spelled: a filter that goes by it can't be got round.
        #expect(try await call(hub, "eCHO", "[7]") == .result(json("7")))
        #expect(
            seen.all == [
                "outer in: Echo 1 mum", "inner in: Echo 1 mum", "method", "inner out: 7", "outer out: 7",
            ])
        #expect(try await call(hub, "Nothing") == .result(json("null")))
        #expect(seen.all.last == "outer out: nothing")
    }

    @Test("a filter refuses a call, whose method does not run")
    func refusal() async throws {
        let hub = hub()
        hub.filter { call, next in
            guard call.user == "mum" else { throw HubFailure("only mum") }
            return try await next()
        }
        let words = "An unexpected error occurred invoking 'Echo' on the server. HubException: only mum"
        #expect(try await call(hub, "Echo", "[1]", as: "child") == .error(words))
        #expect(seen.all.isEmpty)
        #expect(try await call(hub, "Echo", "[1]") == .result(json("1")))
    }

    @Test("a filter replaces an answer, or gives its own")
    func replacement() async throws {
        let hub = hub()
        hub.filter { call, next in
            if call.method == "Nothing" { return try HubAnswer(json: #"{"own":1}"#) }
            let answer = try await next()
            return call.method == "Echo" ? try HubAnswer(json: "[\(answer.json ?? "null")]") : answer
        }
        #expect(try await call(hub, "Echo", "[1]") == .result(json("[1]")))
        #expect(try await call(hub, "Nothing") == .result(json(#"{"own":1}"#)))
        #expect(throws: HubFailure.self) { try HubAnswer(json: "{") }
    }

    @Test("a filter sees a method's failure, and may pass it on or answer instead")
    func failure() async throws {
        let hub = hub()
        hub.filter { [seen] _, next in
            do { return try await next() } catch let failure as HubFailure {
                seen.add(failure.text)
                return .nothing
            }
        }
        #expect(try await call(hub, "Fail") == .result(json("null")))
        #expect(seen.all == ["on purpose"])
    }

    @Test("a filter is around a whole stream, and refuses one before its first item in the words for a call")
    func streams() async throws {
        let hub = hub()
        hub.filter { [seen] call, next in
            if call.user == "child" { throw HubFailure("not for children") }
            let answer = try await next()
            seen.add("ended")
            return answer
        }
        try await withHub(hub) { port in
            let mum = try await RawHubClient.open(port: port, headers: [("Authorization", "Bearer mum")])
            try await mum.send(.streamInvocation(InvocationMessage("Letters", arguments: json("[]"), id: "1")))
            for item in [#""a""#, #""b""#] {
                #expect(try await mum.next() == .streamItem(id: "1", item: json(item)))
            }
            #expect(try await mum.next() == .completion(id: "1", .void))
            #expect(seen.all == ["ended"])
            let child = try await RawHubClient.open(port: port, headers: [("Authorization", "Bearer child")])
            try await child.send(.streamInvocation(InvocationMessage("Letters", arguments: json("[]"), id: "1")))
            let words = "An unexpected error occurred invoking 'Letters' on the server. HubException: not for children"
            #expect(try await child.next() == .completion(id: "1", .error(words)))
            await mum.close()
            await child.close()
        }
    }

    @Test("who does not meet a method's requirement is told so in official words, before anything else is looked at")
    func requirement() async throws {
        let hub = hub()
        hub.filter { [seen] _, next in
            seen.add("filter")
            return try await next()
        }
        let isMum: HubRequirement = { [seen] call in
            seen.add("asked: \(call.arguments.count)")
            return call.user == "mum"
        }
        hub.on("Approve", jsonParameters: 1, allowing: isMum) { _ in "true" }
        hub.onStream("Secrets", jsonParameters: 0, allowing: isMum) { _, items in try await items.send(json: "1") }
        let refused = HubOutcome.error("Failed to invoke 'Approve' because user is unauthorized")
        #expect(try await call(hub, "Approve", "[1]", as: "child") == refused)
        #expect(try await call(hub, "Approve", "[1,2,3]", as: "child") == refused)
        #expect(
            try await call(hub, "Secrets", as: "child")
                == .error("Failed to invoke 'Secrets' because user is unauthorized"))
        #expect(seen.all == ["asked: 1", "asked: 3", "asked: 0"])
        #expect(try await call(hub, "Approve", "[1]") == .result(json("true")))
    }

    @Test("a requirement that fails refuses the call, and tells only what it declares")
    func failingRequirement() async throws {
        struct DatabaseDown: Error {}
        let hub = Hub()
        hub.on("A", jsonParameters: 0, allowing: { _ in throw HubFailure("ask later") }) { _ in "true" }
        hub.on("B", jsonParameters: 0, allowing: { _ in throw DatabaseDown() }) { _ in "true" }
        let words = "An unexpected error occurred invoking"
        #expect(try await call(hub, "A") == .error("\(words) 'A' on the server. HubException: ask later"))
        #expect(try await call(hub, "B") == .error("\(words) 'B' on the server."))
    }
}
