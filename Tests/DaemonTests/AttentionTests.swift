import Control
import Testing

@testable import Daemon
@testable import Store

@Suite("What waits for a person")
struct AttentionTests {
    private func attention(_ states: [String], targets: Int = 1) -> Attention {
        let accounts = states.enumerated().map { number, state in
            LiveStatus.Account(
                name: "a\(number)", state: state, reason: nil, hub: nil, lastScan: nil, openHints: 0)
        }
        return Attention(
            accounts: accounts, targets: targets, command: SignInCommand(isService: true, namedFile: nil))
    }

    @Test("nothing, where everybody is signed in and somebody is told")
    func nothing() {
        for state in ["live", "connecting", "waiting", "polling", "stopped"] {
            #expect(attention([state]).sentences == [])
        }
        #expect(attention(["live"]).statusLine == "watching 1 account")
        #expect(attention(["live", "polling"]).statusLine == "watching 2 accounts")
    }

    @Test("each account that must sign in, with its command")
    func signIns() {
        #expect(
            attention(["sign-in-needed", "live", "sign-in-needed"]).sentences == [
                "a0 must sign in: sudo pocketbell login a0", "a2 must sign in: sudo pocketbell login a2",
            ])
    }

    @Test("a first sign-in, and a target where there is none")
    func first() {
        #expect(
            attention([], targets: 0).statusLine
                == "nobody is signed in: sudo pocketbell login --server https://YOUR-SERVER --email YOU@EXAMPLE.ORG; "
                + "nobody is told: no target is configured; add one to 'targets:' in /etc/pocketbell/pocketbell.yaml")
    }

    @Test("deliveries that were given up are counted for each target, with what a person does about them")
    func givenUp() {
        let counts: [(String, [DeliveryRow.State: Int])] = [
            ("chat", [.dead: 1]), ("house", [.queued: 4, .skipped: 2]), ("phone", [.dead: 2, .delivered: 1]),
        ]
        let accounting = DeliveryAccounting(
            targets: counts.map { .init(name: $0.0, alerts: $0.1.values.reduce(0, +), counts: $0.1) }, alerts: 10,
            everCaused: 10, openAttempts: 0)
        let next = "see pocketbell deliveries list --state dead, then deliveries retry or discard"
        #expect(
            accounting.givenUp == [
                "1 delivery to chat was given up: \(next)", "2 deliveries to phone were given up: \(next)",
            ])
    }

    @Test("what is being sent to a target that is configured no longer is stranded too, what is done is not")
    func stranded() {
        func accounting(_ state: DeliveryRow.State) -> DeliveryAccounting {
            DeliveryAccounting(
                targets: [.init(name: "old", alerts: 1, counts: [state: 1])], alerts: 1, everCaused: 1, openAttempts: 0)
        }
        for state in DeliveryRow.State.allCases {
            let isOpen = [.queued, .attempting, .inDoubt].contains(state)
            #expect(accounting(state).stranded(besides: []).isEmpty != isOpen, "\(state)")
            #expect(accounting(state).stranded(besides: ["old"]).isEmpty)
        }
    }
}
