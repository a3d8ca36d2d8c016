import FoundationEssentials
import SignalRClient
import SignalRCodable
import SignalRServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct TypedHubTests {
    @Test("a method's parameters and result are values")
    func methods() async throws {
        let hub = Hub()
        let seen = Collected<String>()
        hub.on("Add") { (a: Decimal, b: Decimal) in a + b }
        hub.on("Name") { (call: HubMethodCall) in call.user }
        hub.on("Log") { (text: String) in seen.add(text) }
        try await withCodableHub(hub) { connection in
            let one = Decimal(string: "0.1")!, two = Decimal(string: "0.2")!
            let sum = try await connection.invoke("add", one, two, returning: Decimal.self)
            #expect(sum == Decimal(string: "0.3"))
            let name = try await connection.invoke("Name", returning: String?.self)
            #expect(name == nil)
            try await connection.invoke("Log", "a \"b\"")
            #expect(seen.all == ["a \"b\""])
        }
    }

    @Test("a call with other arguments fails by itself and is told")
    func mismatch() async throws {
        let hub = Hub()
        let told = Collected<HubMismatch>()
        var coding = HubCoding.standard
        coding.onMismatch = { told.add($0) }
        hub.on("Half", coding: coding) { (number: Int) in number / 2 }
        try await withCodableHub(hub) { connection in
            let wrongType = await #expect(throws: HubError.self) {
                try await connection.invoke("Half", "x", returning: Int.self)
            }
            #expect(wrongType?.message.contains("Failed to invoke 'Half' due to an error on the server.") == true)
            await #expect(throws: HubError.self) { try await connection.invoke("Half", 1, 2, returning: Int.self) }
            #expect(told.all.map(\.reason) == ["Int wanted at [0]"])
            let half = try await connection.invoke("Half", 8, returning: Int.self)
            #expect(half == 4)
        }
    }

    @Test("a stream's parameters and items are values")
    func streams() async throws {
        let hub = Hub()
        hub.onStream("Count") { (items: HubValueWriter<[Int]>, count: Int) in
            for number in 0..<count { try await items.send([number]) }
        }
        try await withCodableHub(hub) { connection in
            var items: [[Int]] = []
            for try await item in try await connection.stream("Count", 3, of: [Int].self) { items.append(item) }
            #expect(items == [[0], [1], [2]])
        }
    }

    @Test("a stream may be a sequence, which is read no further once the client has enough")
    func sequences() async throws {
        let hub = Hub()
        let ended = Collected<String>()
        hub.onStream("Count") { (to: Int) in
            AsyncStream { items in
                for number in 0..<to { items.yield(number) }
                items.finish()
            }
        }
        hub.onStream("Forever") { (call: HubMethodCall, step: Int) in
            let (items, writer) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(1))
            writer.onTermination = { _ in ended.add(call.method) }
            writer.yield(step)
            return items
        }
        hub.onStream("Fail") { () in
            AsyncThrowingStream<Int, any Error> { items in
                items.yield(1)
                items.finish(throwing: HubFailure("on purpose"))
            }
        }
        try await withCodableHub(hub) { connection in
            var items: [Int] = []
            for try await item in try await connection.stream("Count", 3, of: Int.self) { items.append(item) }
            #expect(items == [0, 1, 2])
            for try await item in try await connection.stream("Forever", 7, of: Int.self) {
                #expect(item == 7)
                break
            }
            #expect(try await ended.waitFor(1) == ["Forever"])
            let failed = await #expect(throws: HubError.self) {
                for try await item in try await connection.stream("Fail", of: Int.self) { #expect(item == 1) }
            }
            #expect(failed?.message.contains("while streaming results. HubException: on purpose") == true)
        }
    }

    @Test("filters and requirements are around methods with values too, and a filter answers with a value")
    func filters() async throws {
        struct Pair: Codable, Equatable { var a: Int, b: String }
        let hub = Hub { .allowed(user: "mum", roles: [$0.queryValue("role") ?? ""]) }
        hub.on("Secret", allowing: { $0.roles.contains("parent") }) { 42 }
        hub.onStream("Secrets", allowing: { $0.roles.contains("parent") }) { AsyncStream { $0.yield(1) } }
        hub.on("Pair") { (a: Int) in Pair(a: a, b: "method") }
        hub.filter { call, next in
            call.method == "Pair" ? try HubAnswer(Pair(a: try call.arguments.int(0), b: "filter")) : try await next()
        }
        try await withCodableHub(hub) { connection in
            let pair: Pair = try await connection.invoke("pair", 3)
            #expect(pair == Pair(a: 3, b: "filter"))
            let refused = await #expect(throws: HubError.self) { let _: Int = try await connection.invoke("Secret") }
            #expect(refused?.message.contains("Failed to invoke 'Secret' because user is unauthorized") == true)
            let noStream = await #expect(throws: HubError.self) {
                for try await _ in try await connection.stream("Secrets", of: Int.self) {}
            }
            #expect(noStream?.message.contains("because user is unauthorized") == true)
        }
    }

    @Test("uploads are values, and one that is not fails its call")
    func uploads() async throws {
        let hub = Hub()
        hub.on("Sum", uploads: 1) { (call: HubMethodCall, start: Int) in
            var sum = start
            for try await number in try call.upload(0, of: Int.self) { sum += number }
            return sum
        }
        try await withCodableHub(hub) { connection in
            let sum = try await connection.invoke(
                "Sum", 1, returning: Int.self, uploading: [HubUpload([2, 3])])
            #expect(sum == 6)
            let error = await #expect(throws: HubError.self) {
                try await connection.invoke(
                    "Sum", 1, returning: Int.self, uploading: [HubUpload(["two"])])
            }
            #expect(error?.message.contains("An item of the upload does not fit: Int wanted") == true)
        }
    }

    @Test("the hub sends values and asks for values")
    func sendsAndAsks() async throws {
        let hub = Hub()
        let seen = Collected<Decimal>()
        hub.on("Tell") { (call: HubMethodCall) in
            try await call.send("Amount", Decimal(string: "0.2")!)
        }
        hub.on("AskMe") { (call: HubMethodCall, number: Int) in
            try await call.invoke("Name")
            return try await call.invoke("Double", number, returning: Int.self)
        }
        try await withCodableHub(hub) { connection in
            connection.on("Amount") { (amount: Decimal) in seen.add(amount) }
            try connection.answer("Double") { (number: Int) in number * 2 }
            try connection.answer("Name") { "secret" }
            try hub.send("Amount", Decimal(string: "0.1")!)
            try await connection.invoke("Tell")
            #expect(try await seen.waitFor(2).map(\.description) == ["0.1", "0.2"])
            let id = try #require(hub.peers.first?.id)
            let double = try await hub.invoke("Double", 4, returning: Int.self, on: id)
            #expect(double == 8)
            let inferred: Int = try await hub.invoke("Double", 5, on: id)
            #expect(inferred == 10)
            // Whatever it returns.
            let _: Void = try await hub.invoke("Name", on: id)
            await #expect(throws: HubFailure.self) { let _: Void = try await hub.invoke("Unknown", on: id) }
            let asked: Int = try await connection.invoke("AskMe", 6)
            #expect(asked == 12)
            let error = await #expect(throws: HubFailure.self) {
                try await hub.invoke("Name", returning: Int.self, on: id)
            }
            #expect(error?.text == "The client's answer is no Int: Int wanted")
        }
    }
}
