import SignalRProtocol
import Testing

@Suite("Choice of a transport")
struct TransportChoiceTests {
    private func connection(_ offers: [NegotiatedConnection.Offer]) -> NegotiatedConnection {
        NegotiatedConnection(connectionID: "a", connectionToken: "b", transports: offers)
    }

    private let both = ["Text", "Binary"]

    @Test("the server's order decides among those that are wanted")
    func order() throws {
        let offers = ["LongPolling", "ServerSentEvents", "WebSockets"].map {
            NegotiatedConnection.Offer(name: $0, formats: both)
        }
        #expect(try connection(offers).transport(of: Set(HubTransport.allCases)) == .longPolling)
        #expect(try connection(offers.reversed()).transport(of: Set(HubTransport.allCases)) == .webSockets)
        #expect(try connection(offers).transport(of: [.webSockets]) == .webSockets)
    }

    @Test("server-sent events carry no bytes, whatever a server says")
    func bytes() throws {
        let events = NegotiatedConnection.Offer(name: "ServerSentEvents", formats: both)
        #expect(events.carries(.json) && !events.carries(.messagePack))
        let polling = NegotiatedConnection.Offer(name: "LongPolling", formats: ["Binary"])
        #expect(!polling.carries(.json) && polling.carries(.messagePack))
        #expect(
            try connection([events, polling]).transport(of: Set(HubTransport.allCases), format: .messagePack)
                == .longPolling)
    }

    @Test("where none fits, the error names what is offered, what does not carry the messages, and what may be used")
    func none() {
        let offers = [
            NegotiatedConnection.Offer(name: "ServerSentEvents", formats: both),
            .init(name: "websockets", formats: both), .init(name: "WebSockets", formats: ["Text"]),
        ]
        let expected = HubProtocolError(
            .noCommonTransport(
                offered: ["ServerSentEvents (not for messagepack)", "websockets", "WebSockets (not for messagepack)"],
                enabled: ["WebSockets", "LongPolling"]))
        #expect(throws: expected) {
            try connection(offers).transport(
                of: [.webSockets], enabled: [.longPolling, .webSockets], format: .messagePack)
        }
        #expect(
            expected.description
                == "the hub offers no transport that is enabled here; it offers ServerSentEvents (not for messagepack), "
                + "websockets, WebSockets (not for messagepack), and enabled here: WebSockets, LongPolling")
        let nothing = #expect(throws: HubProtocolError.self) { try connection([]).transport(of: []) }
        #expect(nothing?.description.hasSuffix("it offers none, and enabled here: none") == true)
    }

    @Test("a server that offers much does not fill the error")
    func long() {
        let offers = (0..<1_000).map {
            NegotiatedConnection.Offer(name: "\($0)" + String(repeating: "x", count: 10_000), formats: both)
        }
        let error = #expect(throws: HubProtocolError.self) { try connection(offers).transport(of: [.webSockets]) }
        guard case .noCommonTransport(let offered, _)? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(offered.count == 10 && offered.allSatisfy { $0.count == 501 })
    }
}
