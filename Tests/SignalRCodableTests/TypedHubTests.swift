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
            let error = await #expect(throws: HubFailure.self) {
                try await hub.invoke("Name", returning: Int.self, on: id)
            }
            #expect(error?.text == "The client's answer is no Int: Int wanted")
        }
    }
}
