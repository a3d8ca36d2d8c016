import JSON
import SignalRProtocol
import TestWaiting
import Testing

@testable import SignalRClient

/// What a link consists of, on transports that do nothing by themselves.
@Suite("The parts of a link", .timeLimit(.minutes(1)))
struct LinkPartsTests {
    // MARK: The writer

    private static func note(_ number: Int) -> HubMessage {
        .invocation(InvocationMessage("m", arguments: Array("[\(number)]".utf8)))
    }

    private func text(_ message: HubMessage) -> String { String(decoding: message.record.dropLast(), as: UTF8.self) }

    @Test("writes in order what the hub has not confirmed, when there is a transport again")
    func reattached() async throws {
        let (first, second) = (QuietTransport(), QuietTransport())
        let writer = LinkWriter(first, StatefulSession(limit: 1_000), nil)
        #expect(try await writer.send(Self.note(1)))
        #expect(writer.lastSent != nil)
        writer.detach()
        #expect(writer.lastSent == nil)
        #expect(try await writer.send(Self.note(2)))
        #expect(writer.post(.ping))
        writer.attach(second)
        #expect(writer.post(Self.note(3)))
        #expect(first.texts == [text(Self.note(1))])
        #expect(second.texts == [text(.sequence(1))] + (1...3).map { text(Self.note($0)) })
        #expect(writer.lastSent != nil)
    }

    @Test("says when the hub leaves far more unconfirmed than it may")
    func hopeless() async throws {
        let transport = QuietTransport()
        let writer = LinkWriter(transport, StatefulSession(limit: Self.note(1).record.count), nil)
        for _ in 0..<16 { #expect(writer.post(Self.note(1))) }
        #expect(!writer.post(Self.note(1)))
        // What is not counted still goes.
        #expect(writer.post(.ping))
        #expect(transport.texts == Array(repeating: text(Self.note(1)), count: 16) + [text(.ping)])
        // A sender waits instead, until the link ends.
        let sender = Task { try await writer.send(Self.note(8)) }
        try await eventually("it waits") { writer.waitingSenders == 1 }
        writer.end(.stopped)
        await #expect(throws: HubError.stopped) { try await sender.value }
        #expect(writer.post(.ping))
        #expect(transport.sent.all.count == 17)
    }

    @Test("a sender waits until the hub confirms enough, or the sender is cancelled")
    func unconfirmed() async throws {
        let transport = QuietTransport()
        let writer = LinkWriter(transport, StatefulSession(limit: Self.note(1).record.count), nil)
        #expect(try await writer.send(Self.note(1)))
        let sender = Task { try await writer.send(Self.note(2)) }
        let cancelled = Task { try await writer.send(Self.note(3)) }
        try await eventually("both wait") { writer.waitingSenders == 2 }
        cancelled.cancel()
        await #expect(throws: HubError.cancelled) { try await cancelled.value }
        #expect(writer.waitingSenders == 1)
        #expect(transport.sent.all.count == 1)
        #expect(try !writer.admits(.acknowledgement, number: 1, bytes: 1, now: .now))
        #expect(try await sender.value)
        #expect(transport.texts == [text(Self.note(1)), text(Self.note(2))])
        // It is full again, and whoever waits now is not let go by what came before.
        let next = Task { try await writer.send(Self.note(4)) }
        try await eventually("it waits") { writer.waitingSenders == 1 }
        writer.end(.stopped)
        await #expect(throws: HubError.stopped) { try await next.value }
    }

    // MARK: The end

    @Test("a link that opens when its connection has just been stopped ends")
    func stoppedBefore() async throws {
        let transport = QuietTransport()
        let connection = HubConnection("http://127.0.0.1/hub", network: TestNetwork.shared)
        let run = ConnectionRun(of: connection, on: TestNetwork.shared)
        run.stop()
        #expect(run.took(.opened(opening(on: transport))).isEmpty)
        let link = try connection.link()
        let call = Task { try await connection.invoke("x", json: []) }
        let endings = Collected<LinkEnding>()
        link.start(HubLink.Events(prepared: {}, ended: { endings.add($0) }))
        try await eventually("it ends") { !endings.all.isEmpty }
        #expect(endings.all == [.stopped])
        await #expect(throws: HubError.self) { try await call.value }
    }

    @Test("a run tells why it can't go on")
    func tellsWhy() async {
        let connection = HubConnection("http://127.0.0.1:1/hub", network: TestNetwork.shared)
        let run = ConnectionRun(of: connection, on: TestNetwork.shared)
        run.begin()
        #expect(await run.ending()?.kind == .refused)
        await run.over()
    }

    private func opening(on transport: QuietTransport, early: [String] = []) -> HubOpening {
        HubOpening(
            transport: transport, connectionID: nil, reader: transport.makeReader(), reopen: nil, tokens: nil,
            records: HubRecordReader(limit: 1_000), early: Array(early.map { $0 + "\u{1E}" }.joined().utf8))
    }

    // MARK: The reader

    private let note = #"{"type":1,"target":"n","arguments":[1]}"#

    /// What a link with these routes makes of what came behind the handshake.
    private func read(
        _ records: [String], _ routes: HubRoutes, on transport: QuietTransport = QuietTransport(),
        from source: Source = Source()
    ) -> LinkReader.Step {
        let reader = LinkReader(
            opening(on: transport, early: records), HandlerQueue(routes, limit: 1_000), CallTable(),
            LinkWriter(transport, nil, nil), HubSettings(HubConnectionOptions()))
        return reader.readEarly(on: source)
    }

    @Test(
        "hands over what came before the end, nothing behind it, and says why it ends",
        arguments: [(#"{"type":7,"error":"x"}"#, HubError.Kind.closedByServer), ("nonsense", .protocolViolation)])
    func endings(_ last: String, _ kind: HubError.Kind) async throws {
        let routes = HubRoutes(limit: 1_000)
        let subscription = routes.subscribe("n")
        guard case .end(let ending) = read([note, last, note], routes) else {
            Issue.record("it is an end")
            return
        }
        #expect(ending.error.kind == kind)
        #expect((ending == .lost(ending.error)) == (kind == .protocolViolation))
        #expect(await subscription.next()?.count == 1)
    }

    @Test("waits for who is behind")
    func full() {
        let routes = HubRoutes(limit: 2 * note.utf8.count)
        let subscription = routes.subscribe("n")
        if case .read = read([note], routes) {} else { Issue.record("there is room") }
        guard case .wait(let full) = read([note], routes) else {
            Issue.record("there is none")
            return
        }
        #expect(full.count == 1)
        withExtendedLifetime(subscription) {}
    }

    @Test("refuses at once what nobody answers")
    func unanswered() {
        let transport = QuietTransport()
        let question = #"{"type":1,"invocationId":"q","target":"n","arguments":[]}"#
        _ = read([question], HubRoutes(limit: 1_000), on: transport)
        #expect(transport.texts == [text(.completion(id: "q", .error("Client didn't provide a result.")))])
    }

    @Test("a reader that reads an earlier record instead of its own is refused, and not asked for ever")
    func readerGoesBack() {
        let connection = HubConnection("http://127.0.0.1/hub", network: TestNetwork.shared)
        let (asked, values) = (Collected<Int>(), Collected<Int>())
        let first: HubReader<Int> = { bytes, cursor throws(JSONError) in
            asked.add(cursor.offset)
            // Would be for ever.
            if asked.all.count > 10 { throw JSONError(.tooDeep, at: 0) }
            cursor = JSONCursor(offset: asked.all[0])
            try cursor.expect(UInt8(ascii: "["), bytes)
            let value = try cursor.intValue(bytes)
            try cursor.expect(UInt8(ascii: "]"), bytes)
            return value
        }
        connection.onServiceThread("n", reading: first) { values.add($0) }
        _ = read([note, note], connection.routes)
        #expect(values.all == [1])
        #expect(connection.refusedInvocations == 1)
        // The second record's reader twice: in place, and once more when the record has been checked.
        #expect(asked.all.count == 3)
    }

    // MARK: Invocations

    @Test("an invocation answers and reports to what it came on, as long as that is there")
    func port() async throws {
        let routes = HubRoutes(limit: 1_000)
        let subscription = routes.subscribe("n", checksArguments: true)
        let answers = Collected<String>()
        var source: Source? = Source(answers)
        _ = read([note, #"{"type":1,"target":"n","arguments":[1,,]}"#], routes, from: try #require(source))
        let batch = try #require(await subscription.next())
        #expect(batch.count == 2)
        let number: HubReader<Int> = { bytes, cursor throws(JSONError) in try cursor.intValue(bytes) }
        #expect(batch.value(at: 0, number) == nil)
        #expect(routes.refused == 1)
        #expect(answers.all.isEmpty)
        #expect(batch.value(at: 1, number) == nil)
        batch.port.answer("q", .void)
        #expect(answers.all == ["violated", "q void"])
        source = nil
        batch.port.answer("late", .void)
        #expect(answers.all.count == 2)
    }

    @Test("an invocation that somebody keeps does not keep its link")
    func kept() async throws {
        let hub = ScriptedHub()
        try await withScriptedHub(hub) { connection in
            var invocations = connection.invocations.makeAsyncIterator()
            try await connection.start()
            weak let link = try connection.link()
            #expect(link != nil)
            try await hub.send(note)
            let invocation = await invocations.next()
            await connection.stop()
            try await eventually("the link is gone") { link == nil }
            #expect(invocation?.arguments == "[1]")
        }
    }
}

/// What invocations come on, in its stead.
private final class Source: InvocationSource {
    private let answers: Collected<String>

    init(_ answers: Collected<String> = Collected()) {
        self.answers = answers
    }

    func answer(_ id: String, _ outcome: HubOutcome) { answers.add("\(id) \(outcome)") }
    func violated(_ error: HubProtocolError) { answers.add("violated") }
}
