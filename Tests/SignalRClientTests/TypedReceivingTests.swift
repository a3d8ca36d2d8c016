import HTTPServer
import JSON
import SignalRClient
import TestWaiting
import Testing
import WebSockets

/// Invocations as typed values: decoded and checked in one pass, by whoever takes them.
@Suite("Typed receiving")
struct TypedReceivingTests {
    enum Form: CaseIterable { case sequence, handler, serviceThread }

    private static func number(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) -> Int {
        try cursor.expect(UInt8(ascii: "["), bytes)
        let number = try cursor.intValue(bytes)
        try cursor.expect(UInt8(ascii: "]"), bytes)
        return number
    }

    /// A hub that says these texts, one message each, and then waits.
    private func withHub(saying texts: [String], _ body: (HubConnection) async throws -> Void) async throws {
        try await withServer { _ in
            .webSocket { socket in
                try await socket.send("{}\u{1E}")
                for text in texts { try await socket.send(text.replacing("^", with: "\u{1E}")) }
                for try await _ in socket.batches {}
            }
        } body: { origin in
            try await withConnection("\(origin)/hub") { options in
                options.skipsNegotiation = true
                options.reconnect = .never
            } _: { connection in
                try await body(connection)
            }
        }
    }

    /// Collects the numbers that come for `target`, in one of the forms.
    private func collect(
        _ form: Form, _ target: String, of connection: HubConnection, into numbers: Collected<Int>
    ) -> Task<Void, Never>? {
        switch form {
        case .sequence:
            let values = connection.invocations(of: target, reading: Self.number)
            return Task { for await value in values { numbers.add(value) } }
        case .handler: connection.on(target, reading: Self.number) { numbers.add($0) }
        case .serviceThread: connection.onServiceThread(target, reading: Self.number) { numbers.add($0) }
        }
        return nil
    }

    private static func usual(_ arguments: String, _ target: String = "n") -> String {
        #"{"type":1,"target":"\#(target)","arguments":\#(arguments)}^"#
    }

    @Test(
        "brings every value in order, in whatever form and pieces it is sent", .timeLimit(.minutes(1)),
        arguments: Form.allCases)
    func order(_ form: Form) async throws {
        let texts = [
            Self.usual("[1]") + Self.usual("[2]"), #"{"arguments":[3],"target":"N","type":1}^"#,
            Self.usual("[4]") + #"{"type":1,"tar"#, #"get":"n","arguments":[5]}^"# + Self.usual("[6]"),
            #"{"type":1,"target":"\u006e","arguments":[7]}^{"type":6}^{"type":1,"target":"n","arguments":[8],"x":[1]}^"#,
            Self.usual("[0]", "other") + Self.usual("[9]") + Self.usual("[0]", "nn") + Self.usual("[ 10 ]"),
        ]
        try await withHub(saying: texts) { connection in
            let numbers = Collected<Int>()
            let task = collect(form, "n", of: connection, into: numbers)
            try await connection.start()
            try await eventually("all have come") { numbers.all.count >= 10 }
            #expect(numbers.all == Array(1...10))
            #expect(connection.refusedInvocations == 0)
            task?.cancel()
        }
    }

    @Test(
        "loses and counts an invocation with other arguments, and goes on", .timeLimit(.minutes(1)),
        arguments: Form.allCases)
    func otherArguments(_ form: Form) async throws {
        let wrong = [#"["text"]"#, "[]", "[1,2]", "[1.5]", "[[1]]", #"[{"a":"]"}]"#]
        let texts = [wrong.map { Self.usual($0) + Self.usual("[7]") }.joined()]
        try await withHub(saying: texts) { connection in
            let numbers = Collected<Int>()
            let task = collect(form, "n", of: connection, into: numbers)
            try await connection.start()
            try await eventually("the right ones have come") { numbers.all.count >= wrong.count }
            #expect(numbers.all == Array(repeating: 7, count: wrong.count))
            try await eventually("the wrong ones are counted") { connection.refusedInvocations >= wrong.count }
            #expect(connection.refusedInvocations == wrong.count)
            #expect(connection.state.isConnected)
            task?.cancel()
        }
    }

    @Test(
        "ends the connection on arguments that are no JSON, behind what came before", .timeLimit(.minutes(1)),
        arguments: Form.allCases, ["[1,]", "[01]", "[1}]", "[\"\u{1}\"]", "[1^]", "[1]]", "[1],]"])
    func noJSON(_ form: Form, _ arguments: String) async throws {
        try await withHub(saying: [Self.usual("[1]") + Self.usual(arguments)]) { connection in
            let numbers = Collected<Int>()
            let task = collect(form, "n", of: connection, into: numbers)
            let states = connection.states
            try? await connection.start()
            let end = await wait(for: states) { $0.isDisconnected && $0.reason != nil }
            #expect(end?.reason?.kind == .protocolViolation, "\(String(describing: end))")
            try await eventually("the first has come") { !numbers.all.isEmpty }
            #expect(numbers.all == [1])
            task?.cancel()
        }
    }

    @Test("acts on no record that turns out wrong behind its arguments", .timeLimit(.minutes(1)))
    func wrongBehindArguments() async throws {
        let texts = [Self.usual("[1]"), #"{"type":1,"target":"n","arguments":[2],"type":3}^"#]
        try await withHub(saying: texts) { connection in
            let numbers = Collected<Int>()
            connection.onServiceThread("n", reading: Self.number) { numbers.add($0) }
            let states = connection.states
            try? await connection.start()
            let end = await wait(for: states) { $0.isDisconnected && $0.reason != nil }
            #expect(end?.reason?.kind == .protocolViolation)
            #expect(numbers.all == [1])
        }
    }

    @Test("serves all forms of one target at once, and a handler that takes itself away", .timeLimit(.minutes(1)))
    func together() async throws {
        let texts = [(1...5).map { Self.usual("[\($0)]") }.joined(), Self.usual("[]", "end")]
        try await withHub(saying: texts) { connection in
            let (direct, handled, once, lent) = (
                Collected<Int>(), Collected<Int>(), Collected<Int>(), Collected<String>()
            )
            connection.onServiceThread("n", reading: Self.number) { direct.add($0) }
            connection.on("n", reading: Self.number) { handled.add($0) }
            connection.on("n") { lent.add($0.arguments) }
            let registration = Collected<HubRegistration>()
            registration.add(
                connection.on("n", reading: Self.number) { number in
                    once.add(number)
                    if number == 2 { registration.all.first?.cancel() }
                })
            let all = connection.invocations
            try await connection.start()
            for await invocation in all where invocation.target == "end" { break }
            try await eventually("the handlers are through") { lent.all.count == 5 && handled.all.count == 5 }
            #expect(direct.all == Array(1...5))
            #expect(handled.all == Array(1...5))
            #expect(once.all == [1, 2])
            #expect(lent.all == (1...5).map { "[\($0)]" })
        }
    }
}
