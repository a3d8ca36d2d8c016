import SignalRProtocol
import Testing

@testable import SignalRClient

@Suite("Choice of the transport")
struct TransportChoiceTests {
    private func connection(_ names: [String], formats: [String] = ["Text"]) -> NegotiatedConnection {
        NegotiatedConnection(
            connectionID: "a", connectionToken: "b", transports: names.map { .init(name: $0, formats: formats) })
    }

    private let all = ["LongPolling", "Carrier", "WebSockets", "ServerSentEvents"]

    @Test("follows the server's order, and tries each once")
    func order() throws {
        var choice = TransportChoice(Set(HubTransport.allCases))
        var tried: [HubTransport] = []
        for _ in 0..<3 {
            let next = try choice.next(of: connection(all))
            #expect(choice.others(than: next, of: connection(all)).count == 2 - tried.count)
            tried.append(next)
            choice.failed(next, HubError(.refused, "no"))
        }
        #expect(tried == [.longPolling, .webSockets, .serverSentEvents])
        #expect(throws: HubError.self) { try choice.next(of: connection(all)) }
    }

    @Test("takes only what is enabled and carries text")
    func enabled() throws {
        #expect(try TransportChoice([.webSockets]).next(of: connection(all)) == .webSockets)
        var mixed = connection(all)
        mixed.transports[0].formats = ["Binary"]
        #expect(try TransportChoice(Set(HubTransport.allCases)).next(of: mixed) == .webSockets)
    }

    @Test("takes for MessagePack only what carries bytes, and never server-sent events")
    func messagePack() throws {
        let choice = TransportChoice(Set(HubTransport.allCases), format: .messagePack)
        let both = connection(["ServerSentEvents", "LongPolling", "WebSockets"], formats: ["Text", "Binary"])
        #expect(try choice.next(of: both) == .longPolling)
        #expect(choice.others(than: .longPolling, of: both) == [.webSockets])
        let error = #expect(throws: HubError.self) { try choice.next(of: connection(["WebSockets"])) }
        #expect(error?.kind == .incompatible)
        #expect(error?.message.contains("WebSockets (not for messagepack)") == true)
    }

    @Test("names both sides when they have nothing in common")
    func nothing() {
        let choice = TransportChoice([.webSockets])
        for offered in [["ServerSentEvents"], [], ["webSockets"]] {
            let error = #expect(throws: HubError.self) { try choice.next(of: connection(offered)) }
            #expect(error?.kind == .incompatible)
            #expect(error?.message.contains("WebSockets") == true)
            for name in offered { #expect(error?.message.contains(name) == true) }
        }
    }

    @Test("tells how each failed, with the kind of the one that may pass")
    func failures() {
        var choice = TransportChoice(Set(HubTransport.allCases))
        #expect(choice.failure == nil)
        let hidden = HubError(.notAHub, "hidden", status: 404)
        choice.failed(.webSockets, hidden)
        #expect(choice.failure == hidden)
        choice.failed(.serverSentEvents, HubError(.httpStatus, "busy", retryAfter: .seconds(3), status: 503))
        choice.failed(.longPolling, HubError(.refused, "away", retryAfter: .seconds(2)))
        let failure = choice.failure
        #expect(failure?.kind == .httpStatus)
        #expect(failure?.status == 503)
        #expect(failure?.retryAfter == .seconds(3))
        for part in ["WebSockets: hidden", "ServerSentEvents: busy", "LongPolling: away"] {
            #expect(failure?.message.contains(part) == true)
        }
        let negotiation = choice.failure(toNegotiate: HubError(.unauthorized, "who?", status: 401))
        #expect(negotiation.kind == .unauthorized)
        #expect(negotiation.message.contains("who?") && negotiation.message.contains("LongPolling: away"))
    }
}
