import FoundationEssentials
import JSON
import SignalRClient
import SignalRCodable
import SignalRServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct TypedCallTests {
    private struct Row: Codable, Equatable {
        var id: UUID
        var amount: Decimal
        var at: Date?
    }

    @Test("arguments and result are values")
    func invokes() async throws {
        let hub = Hub()
        hub.on("Add", parameters: nil) { JSONFragment(try $0.arguments.int(0) + $0.arguments.int(1)) }
        hub.on("Echo", parameters: nil) { try $0.arguments.json(0) }
        hub.on("Log", parameters: nil) { _ in nil }
        try await withCodableHub(hub) { connection in
            let value1 = try await connection.invoke("Add", 2, 3, returning: Int.self)
            #expect(value1 == 5)
            let row = Row(id: UUID(), amount: Decimal(string: "0.1")!, at: Date(timeIntervalSince1970: 1.5))
            let value2 = try await connection.invoke("Echo", row, returning: Row.self)
            #expect(value2 == row)
            let value3 = try await connection.invoke("Echo", ["a/b", "é"], returning: [String].self)
            #expect(value3 == ["a/b", "é"])
            let value4 = try await connection.invoke("Echo", Int?.none, returning: Int?.self)
            #expect(value4 == nil)
            #expect(try await connection.invoke("Echo", Int64(9_007_199_254_740_993), returning: Int64.self) % 10 == 3)
            try await connection.invoke("Log", "x")
        }
    }

    @Test("the type of a result may come from where it goes, and a call whose result nobody wants needs none")
    func inferred() async throws {
        let hub = Hub()
        let logged = Collected<String>()
        hub.on("Add", parameters: nil) { JSONFragment(try $0.arguments.int(0) + $0.arguments.int(1)) }
        hub.on("Log", parameters: nil) {
            logged.add($0.arguments.values.map(\.text).joined(separator: ","))
            return JSONFragment(1)
        }
        try await withCodableHub(hub) { connection in
            let sum: Int = try await connection.invoke("Add", 2, 3)
            #expect(sum == 5)
            func half(_ number: Double) -> Double { number / 2 }
            #expect(half(try await connection.invoke("Add", 2, 3)) == 2.5)
            try await connection.invoke("Log", "x", 1)
            try await connection.invoke("Log")
            #expect(logged.all == ["\"x\",1", ""])
        }
    }

    @Test("an array is one argument; JSON texts have a label")
    func arrays() async throws {
        let hub = Hub()
        hub.on("Count", parameters: nil) { JSONFragment($0.arguments.values.count) }
        hub.on("Echo", parameters: nil) { try $0.arguments.json(0) }
        hub.onStream("Items", jsonParameters: nil) { caller, items in
            for value in caller.arguments.values { try await items.send(value) }
        }
        try await withCodableHub(hub) { connection in
            let texts = ["\"a\"", "2"]
            #expect(try await connection.invoke("Count", texts, returning: Int.self) == 1)
            #expect(try await connection.invoke("Count", json: texts) == "2")
            let echoed = try await connection.invoke("Echo", ["hello"], returning: [String].self)
            #expect(echoed == ["hello"])
            var items: [[String]] = []
            for try await item in try await connection.stream("Items", texts, of: [String].self) { items.append(item) }
            #expect(items == [texts])
            var raw: [String] = []
            for try await item in try await connection.stream("Items", json: texts) { raw.append(item) }
            #expect(raw == texts)
        }
    }

    @Test("a step calls with values too, before anybody else")
    func steps() async throws {
        let hub = Hub()
        let joined = Collected<String>()
        hub.on("Join", parameters: nil) {
            joined.add(try $0.arguments.json(0).text)
            return JSONFragment(7)
        }
        try await withCodableHub(hub) { connection in
            await connection.stop()
            connection.onConnect { session in
                try await session.invoke("Join", "kitchen")
                let number: Int = try await session.invoke("Join", 7)
                #expect(number == 7)
            }
            try await connection.start()
            #expect(joined.all == ["\"kitchen\"", "7"])
        }
    }

    @Test("a result of another type fails that call and no other")
    func badResult() async throws {
        let hub = Hub()
        hub.on("Name", parameters: nil) { _ in JSONFragment("secret") }
        try await withCodableHub(hub) { connection in
            let error = await #expect(throws: HubError.self) {
                try await connection.invoke("Name", returning: Int.self)
            }
            #expect(error?.kind == .badResult && error?.mayHaveRun == true && error?.category == .misuse)
            #expect(error?.message == "what Name gave is no Int: Int wanted")
            let value5 = try await connection.invoke("Name", returning: String.self)
            #expect(value5 == "secret")
        }
    }

    @Test("an argument that JSON can't hold is not sent")
    func badArgument() async throws {
        let called = Collected<Int>()
        let hub = Hub()
        hub.on("Take", parameters: nil) { _ in
            called.add(1)
            return nil
        }
        try await withCodableHub(hub) { connection in
            let error = await #expect(throws: HubError.self) {
                try await connection.invoke("Take", 1, Double.infinity)
            }
            #expect(error?.kind == .badArgument)
            #expect(error?.message == "argument 2 can't be encoded: a value of Double that JSON can't hold")
            #expect(called.all.isEmpty)
        }
    }

    @Test("a send is not waited for")
    func sends() async throws {
        let seen = Collected<[String]>()
        let hub = Hub()
        hub.on("Note", parameters: nil) {
            seen.add($0.arguments.values.map(\.text))
            return nil
        }
        try await withCodableHub(hub) { connection in
            try await connection.send("Note", ["a"], true)
            let value6 = try await seen.waitFor(1)
            #expect(value6 == [["[\"a\"]", "true"]])
        }
    }

    @Test("a stream's items are values")
    func streams() async throws {
        let hub = Hub()
        hub.onStream("Count", jsonParameters: nil) { caller, items in
            for number in 0..<(try caller.arguments.int(0)) { try await items.send(JSONFragment(number)) }
        }
        try await withCodableHub(hub) { connection in
            var numbers: [Int] = []
            for try await number in try await connection.stream("Count", 3, of: Int.self) { numbers.append(number) }
            #expect(numbers == [0, 1, 2])
        }
    }

    @Test("an item of another type ends its stream, on the server too, and nothing else (case 60)")
    func badItem() async throws {
        let ended = Collected<Bool>()
        let hub = Hub()
        hub.onStream("Mixed", jsonParameters: nil) { _, items in
            defer { ended.add(Task.isCancelled) }
            try await items.send(JSONFragment(1))
            try await items.send(JSONFragment("two"))
            while true {
                try await items.send(JSONFragment(3))
                // So that the cancellation has not a million items in front of it.
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        hub.on("Add", parameters: nil) { JSONFragment(try $0.arguments.int(0) + $0.arguments.int(1)) }
        try await withCodableHub(hub) { connection in
            let stream = try await connection.stream("Mixed", of: Int.self)
            var items = stream.makeAsyncIterator()
            let value7 = try await items.next()
            #expect(value7 == 1)
            let error = await #expect(throws: HubError.self) { try await items.next() }
            #expect(error?.kind == .badResult)
            let value8 = try await items.next()
            #expect(value8 == nil)
            let value9 = try await ended.waitFor(1)
            #expect(value9 == [true])
            let value10 = try await connection.invoke("Add", 1, 2, returning: Int.self)
            #expect(value10 == 3)
            withExtendedLifetime(stream) {}
        }
    }

    @Test("a stream that never has to wait does not keep its hub from hearing that it is cancelled")
    func givesWay() async throws {
        let ended = Collected<Int>()
        let hub = Hub()
        hub.onStream("Fast", jsonParameters: nil) { _, items in
            var sent = 0
            defer { ended.add(sent) }
            while sent < 150_000 {
                try await items.send(JSONFragment(3))
                sent += 1
            }
        }
        try await withCodableHub(hub) { connection in
            do {
                var items = try await connection.stream("Fast", of: Int.self).makeAsyncIterator()
                for _ in 0..<5_000 { _ = try await items.next() }
            }
            let sent = try #require(try await ended.waitFor(1).first)
            #expect(sent < 150_000)
        }
    }

    @Test("uploads are encoded item by item")
    func uploads() async throws {
        let hub = Hub()
        hub.on("Sum", parameters: nil, uploads: 2) { caller in
            var sum = 0
            for upload in caller.uploads {
                for try await item in upload { sum += Int(item.text) ?? 0 }
            }
            return JSONFragment(sum)
        }
        try await withCodableHub(hub) { connection in
            let numbers = AsyncStream { continuation in
                for number in 1...4 { continuation.yield(number) }
                continuation.finish()
            }
            let sum = try await connection.invoke(
                "Sum", returning: Int.self,
                uploading: [HubUpload(numbers), HubUpload([10, 20])])
            #expect(sum == 40)
        }
    }

    @Test("an item that can't be encoded ends its upload, and the hub is told why")
    func badUpload() async throws {
        let hub = Hub()
        hub.on("Sum", parameters: nil, uploads: 1) { caller in
            for try await _ in caller.uploads[0] {}
            return nil
        }
        try await withCodableHub(hub) { connection in
            let error = await #expect(throws: HubError.self) {
                try await connection.invoke(
                    "Sum", uploading: [HubUpload([1, .infinity, 2])])
            }
            #expect(error?.kind == .methodFailed)
            #expect(error?.message.contains("an item can't be encoded: a value of Double that JSON can't hold") == true)
        }
    }

    @Test("own coders are used throughout")
    func ownCoders() async throws {
        let hub = Hub()
        hub.on("Echo", parameters: nil) { try $0.arguments.json(0) }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        let coding = HubCoding(encoder: encoder, decoder: JSONDecoder())
        try await withCodableHub(hub) { connection in
            let seconds = try await connection.invoke(
                "Echo", Date(timeIntervalSince1970: 7), returning: Int.self, coding: coding)
            #expect(seconds == 7)
        }
    }
}
