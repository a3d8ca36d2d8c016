import Runtime
import Sockets
import TestSupport
import TestWaiting
import Testing
import Values

@testable import MQTT

@Suite("A connection to a broker", .timeLimit(.minutes(2)))
struct ConnectionTests {
    private static let network = Result { MQTTNetwork(try EventLoop()) }
    private static let message = MQTTMessage(MQTTTopic("house/door")!, Array("open".utf8))

    private static func open(_ port: Int, _ change: (inout MQTTOptions) -> Void = { _ in }) async throws
        -> MQTTConnection
    {
        var options = MQTTOptions(host: "127.0.0.1", port: port, clientID: "test\(port)")
        change(&options)
        return try await MQTTConnection.open(options, on: network.get()) { _ in true }
    }

    private static func error(_ work: () async throws -> Void) async -> MQTTError? {
        do { try await work() } catch { return error as? MQTTError }
        return nil
    }

    @Test("a real broker takes, keeps and hands on", .enabled(if: Mosquitto.isHere, "\(Mosquitto.absence)"))
    func real() async throws {
        let broker = try await Mosquitto()
        let bell = Bell()
        let options = MQTTOptions(host: "127.0.0.1", port: broker.port, clientID: "one")
        let connection = try await MQTTConnection.open(options, on: Self.network.get(), bell: bell) { _ in true }
        #expect(connection.version == .five)
        #expect(try await connection.publish(Self.message).code == MQTTReason.nobodyListens)
        try await connection.subscribe(to: ["house/+"])
        #expect(try await connection.publish(Self.message) == .success)
        var state = Self.message
        state.isRetained = true
        try await connection.publish(state)
        var seen: [MQTTMessage] = []
        while seen.count < 2 {
            await bell.wait()
            seen += await connection.takeMessages()
        }
        #expect(seen == [Self.message, Self.message])
        #expect(try await broker.retained() == ["house/door": "open"])
        await connection.close()
        #expect(connection.end?.kind == .closed)
        #expect(await Self.error { try await connection.publish(Self.message) }?.mayHaveArrived == false)
    }

    @Test(
        "the will is said of who goes without a word, and of nobody else",
        .enabled(if: Mosquitto.isHere, "\(Mosquitto.absence)"))
    func will() async throws {
        let broker = try await Mosquitto()
        for isWord in [true, false] {
            let connection = try await Self.open(broker.port) {
                $0.will = .init(MQTTTopic("status")!, Array("offline".utf8), isRetained: true)
            }
            if isWord { await connection.close() } else { await connection.drop() }
            try await eventually("the will") { try await (broker.retained()["status"] == "offline") != isWord }
        }
    }

    @Test("a broker that knows no version 5, or hangs up at it, is spoken to as 3.1.1 has it")
    func oldBrokers() async throws {
        for refusal in [ScriptedBroker.Answer.say([0x20, 2, 0, 1]), .hangUp] {
            let broker = try ScriptedBroker([[refusal], [.say([0x20, 2, 0, 0]), .say([0x40, 2, 0, 1])]])
            let connection = try await Self.open(broker.port)
            #expect(connection.version == .classic)
            #expect(try await connection.publish(Self.message) == .success)
            #expect(broker.messages.map { $0[8] }.prefix(2) == [5, 4])
            await connection.close()
            broker.stop()
        }
    }

    @Test("no answer, half an answer, a wrong answer: it may have arrived")
    func doubt() async throws {
        let welcome = ScriptedBroker.Answer.say([0x20, 3, 0, 0, 0])
        for (answer, kind) in [
            (ScriptedBroker.Answer.silence, MQTTError.Kind.timedOut), (.hangUp, .lost),
            (.say([0x40, 2, 0]), .timedOut),
            (.say([0xF0, 0]), .protocolViolation), (.say([0xE0, 1, 0x8B]), .refused(MQTTReason(0x8B))),
        ] {
            let broker = try ScriptedBroker([[welcome, answer]])
            let connection = try await Self.open(broker.port) { $0.answerLimit = .milliseconds(200) }
            let error = await Self.error { try await connection.publish(Self.message) }
            #expect(error?.kind == kind && error?.mayHaveArrived == true)
            broker.stop()
        }
    }

    @Test("what the broker refuses has not arrived")
    func refusal() async throws {
        let broker = try ScriptedBroker([[.say([0x20, 3, 0, 0, 0]), .say([0x40, 4, 0, 1, 0x87, 0])]])
        let connection = try await Self.open(broker.port)
        let error = await Self.error { try await connection.publish(Self.message) }
        #expect(error?.kind == .refused(MQTTReason(0x87)) && error?.mayHaveArrived == false)
        #expect(connection.end == nil)
        await connection.close()
        broker.stop()
    }

    @Test("nobody there, nobody who speaks, an address that is not allowed")
    func unreachable() async throws {
        let deaf = try ScriptedBroker([[.silence]])
        #expect(
            await Self.error { _ = try await Self.open(deaf.port) { $0.openingLimit = .milliseconds(200) } }?.kind
                == .timedOut)
        deaf.stop()
        #expect(await Self.error { _ = try await Self.open(1) }?.kind == .unreachable)
        let web = try ScriptedBroker([[.say(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))]])
        #expect(await Self.error { _ = try await Self.open(web.port) }?.kind == .protocolViolation)
        let asked = Lock([String]())
        let options = MQTTOptions(host: "localhost", port: web.port, clientID: "x")
        let error = await Self.error {
            _ = try await MQTTConnection.open(options, on: Self.network.get()) { address in
                asked.withLock { $0.append(address) }
                return false
            }
        }
        #expect(error?.kind == .forbiddenAddress && asked.withLock { $0 }.contains("127.0.0.1"))
        #expect(web.messages.count == 1)
        web.stop()
    }
}
