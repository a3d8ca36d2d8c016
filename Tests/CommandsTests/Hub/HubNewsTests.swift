import SignalRClient
import Testing

@testable import Commands

@Suite("What hub listen says of its connection")
struct HubNewsTests {
    private static let phases: [HubState.Phase] = [
        .disconnected, .connecting(attempt: 1), .waitingToConnect(attempt: 2, pause: .seconds(1)), .connected(id: "x"),
        .waitingToReconnect(attempt: 1, pause: .seconds(1)), .reconnecting(attempt: 1), .stopping,
    ]

    @Test("each beginning and each end is one line, however often it is tried between")
    func lines() {
        var news = HubNews(place: "https://a.example/hub")
        let lost = "the connection is lost: it broke; trying again"
        let steps: [(HubState.Phase, String?)] = [
            (.disconnected, nil), (.connecting(attempt: 1), nil), (.waitingToReconnect(attempt: 1, pause: .zero), nil),
            (.connected(id: nil), "connected to https://a.example/hub"), (.connected(id: "y"), nil),
            (.waitingToReconnect(attempt: 1, pause: .seconds(1)), lost), (.reconnecting(attempt: 1), nil),
            (.waitingToReconnect(attempt: 2, pause: .seconds(1)), nil), (.connected(id: "z"), "connected again"),
            (.reconnecting(attempt: 1), lost), (.connected(id: "z"), "connected again"), (.stopping, nil),
            (.disconnected, nil),
        ]
        for (phase, line) in steps { #expect(news.line(for: phase, reason: "it broke") == line, "\(phase)") }
    }

    @Test("a hub's own words cannot command the terminal, and without a reason there is none")
    func words() {
        for (reason, end) in [
            ("\u{1B}[2Jgone", ":  [2Jgone"), (nil, ""),
            ("the connection to the hub was lost: x", "the connection to the hub was lost: x"),
        ] as [(String?, String)] {
            var news = HubNews(place: "x")
            _ = news.line(for: .connected(id: nil), reason: nil)
            let line = news.line(for: .reconnecting(attempt: 1), reason: reason)
            #expect(
                line?.contains("lost: the connection") == false && line?.contains("\u{1B}") == false
                    && line?.hasSuffix("\(end); trying again") == true, "\(line ?? "")")
        }
    }

    @Test("every phase in every state of affairs is a line or none, and never two of the same after each other")
    func everything() {
        for first in Self.phases {
            for second in Self.phases {
                for third in Self.phases {
                    var news = HubNews(place: "x")
                    let lines = [first, second, third].compactMap { news.line(for: $0, reason: nil) }
                    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 })
                    #expect(lines.first.map { $0 == "connected to x" } ?? true)
                }
            }
        }
    }
}
