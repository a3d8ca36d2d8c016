import FoundationEssentials
import JSON
import Observability
import SignalRClient
import SignalRCodable
import SignalRServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct TypedHandlerTests {
    private struct Refusal: Error, CustomStringConvertible { let description = "not today" }

    @Test("a handler gets its arguments as values")
    func handles() async throws {
        let hub = Hub()
        let seen = Collected<(UUID, Decimal)>()
        let empty = Collected<Int>()
        let id = UUID()
        try await withCodableHub(hub) { connection in
            connection.on("TransactionCreated") { (id: UUID, amount: Decimal) in seen.add((id, amount)) }
            connection.on("Tick") { empty.add(1) }
            hub.send(
                "TransactionCreated",
                [JSONFragment(id.uuidString.lowercased()), try JSONFragment(parsing: "9007199254740993.01")])
            hub.send("Tick")
            let (seenID, amount) = try await seen.waitFor(1)[0]
            #expect(seenID == id && amount == Decimal(string: "9007199254740993.01"))
            let value1 = try await empty.waitFor(1)
            #expect(value1 == [1])
        }
    }

    @Test("an invocation with other arguments is lost by itself and told (case 69)")
    func mismatch() async throws {
        let hub = Hub()
        let seen = Collected<Int>()
        let told = Collected<HubMismatch>()
        var coding = HubCoding.standard
        coding.onMismatch = { told.add($0) }
        try await withCodableHub(hub) { [coding] connection in
            connection.on("Number", coding: coding) { (number: Int) in seen.add(number) }
            hub.send("Number", [JSONFragment(1)])
            hub.send("Number", [JSONFragment("two")])
            hub.send("Number")
            hub.send("Number", [JSONFragment(3), JSONFragment(3)])
            hub.send("Number", [JSONFragment(4)])
            let value2 = try await seen.waitFor(2)
            #expect(value2 == [1, 4])
            #expect(
                told.all.map(\.reason) == ["Int wanted at [0]", "0 came, and it takes 1", "2 came, and it takes 1"])
            #expect(told.all.allSatisfy { $0.target == "Number" })
        }
    }

    @Test(
        "an invocation that is no JSON ends the connection, behind what came before",
        arguments: [HubCoding.standard, HubCoding(encoder: JSONEncoder(), decoder: OwnDecoder())])
    func noJSON(_ coding: HubCoding) async throws {
        for text in ["tru", "01", "1,", "1}", "[1", "\"\u{1}\"", "1],["] {
            let hub = Hub()
            let seen = Collected<Int>()
            let told = Collected<HubMismatch>()
            var coding = coding
            coding.onMismatch = { told.add($0) }
            try await withCodableHub(hub, tune: { $0.reconnect = .never }) { [coding] connection in
                connection.on("Number", coding: coding) { (number: Int) in seen.add(number) }
                let states = connection.states
                hub.send("Number", [JSONFragment(1)])
                hub.send("Number", [JSONFragment(checked: Array(text.utf8))])
                hub.send("Number", [JSONFragment(2)])
                for await state in states where state.isDisconnected {
                    #expect(state.reason?.kind == .protocolViolation, "\(text): \(state)")
                    break
                }
                let first = try await seen.waitFor(1)
                #expect(first.first == 1, "\(text)")
                #expect(told.all.isEmpty, "\(text)")
            }
        }
    }

    @Test("a question is answered with the handler's value, its error, or that its arguments don't fit (case 69)")
    func answers() async throws {
        let hub = Hub()
        let told = Collected<HubMismatch>()
        var coding = HubCoding.standard
        coding.onMismatch = { told.add($0) }
        try await withCodableHub(hub) { [coding] connection in
            try connection.answer("Double", coding: coding) { (number: Int) in
                guard number != 13 else { throw Refusal() }
                return Optional(number * 2)
            }
            let id = try #require(hub.peers.first?.id)
            let value3 = try await hub.invoke("Double", [JSONFragment(4)], on: id).text
            #expect(value3 == "8")
            await #expect(throws: HubFailure("not today")) {
                try await hub.invoke("Double", [JSONFragment(13)], on: id)
            }
            await #expect(throws: HubFailure("Client failed to parse argument(s).")) {
                try await hub.invoke("Double", [JSONFragment("x")], on: id)
            }
            #expect(told.all.map(\.reason) == ["Int wanted at [0]"])
        }
    }

    @Test("a question whose answer is nothing is answered with null when the handler has returned, or with its error")
    func answersNothing() async throws {
        let hub = Hub()
        let saved = Collected<String>()
        try await withCodableHub(hub) { connection in
            try connection.answer("Save") { (name: String) in
                guard name != "no" else { throw Refusal() }
                saved.add(name)
            }
            try connection.answer("Rest") { saved.add("rested") }
            let id = try #require(hub.peers.first?.id)
            #expect(try await hub.invoke("Save", [JSONFragment("a")], on: id).text == "null")
            #expect(try await hub.invoke("Rest", [], on: id).text == "null")
            #expect(saved.all == ["a", "rested"])
            await #expect(throws: HubFailure("not today")) {
                try await hub.invoke("Save", [JSONFragment("no")], on: id)
            }
            await #expect(throws: HubFailure("Client failed to parse argument(s).")) {
                try await hub.invoke("Save", [JSONFragment(1)], on: id)
            }
            let second = #expect(throws: HubError.self) { try connection.answer("save") { 1 } }
            #expect(second?.kind == .alreadyAnswered)
        }
    }

    @Test("a consumer of invocations reads their arguments as values")
    func consumes() async throws {
        let hub = Hub()
        try await withCodableHub(hub) { connection in
            let invocations = connection.invocations(of: "Pair")
            hub.send("Pair", [JSONFragment("a"), JSONFragment(true)])
            for await invocation in invocations {
                let (text, flag) = try invocation.arguments(as: String.self, Bool.self)
                #expect(text == "a" && flag)
                #expect(throws: HubMismatch.self) { try invocation.arguments(as: Int.self) }
                break
            }
        }
    }

    @Test("whoever calls with texts calls with values too")
    func callsThroughProtocol() async throws {
        let hub = Hub()
        hub.on("Echo", parameters: nil) { try $0.arguments.json(0) }
        try await withCodableHub(hub) { connection in
            let calls: any HubInvoker = connection
            let value4 = try await calls.invoke("Echo", 7, returning: Int.self)
            #expect(value4 == 7)
        }
    }

    @Test("a registration ends the typed handler")
    func unregisters() async throws {
        let hub = Hub()
        let seen = Collected<Int>()
        let last = Collected<Int>()
        try await withCodableHub(hub) { connection in
            let registration = connection.on("Number") { (number: Int) in seen.add(number) }
            registration.cancel()
            connection.on("Number") { (number: Int) in last.add(number) }
            hub.send("Number", [JSONFragment(1)])
            let value5 = try await last.waitFor(1)
            #expect(value5 == [1])
            #expect(seen.all.isEmpty)
        }
    }
}

/// A subclass is asked itself.
private final class OwnDecoder: JSONDecoder, @unchecked Sendable {}
