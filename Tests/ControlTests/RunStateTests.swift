import JSON
import Store
import Testing

@testable import Control

/// The five words of an account, for every combination of what they follow from.
@Suite("Run states")
struct RunStateTests {

    private static var all: [RunState.Facts] {
        var all: [RunState.Facts] = []
        for link in LinkState.allCases {
            for store in StoreState.allCases {
                for (failure, isRefused) in [(nil, false), ("away", false), ("no", true)] as [(String?, Bool)] {
                    for work in [nil, RunState.Work(.pulling, hundredths: 70)] {
                        for conflicts in [0, 2] {
                            var facts = RunState.Facts(link: link, store: store, pending: 3, conflicts: conflicts)
                            (facts.failure, facts.isRefused, facts.work) = (failure, isRefused, work)
                            all.append(facts)
                        }
                    }
                }
            }
        }
        return all
    }

    @Test("a store that takes nothing is an error whatever else there is; one with little room is none")
    func store() {
        for facts in Self.all {
            let isBad = [.full, .damaged, .foreignNewer].contains(facts.store)
            if isBad { #expect(RunState(facts).word == "error", "\(facts)") }
            guard facts.store == .low else { continue }
            var roomy = facts
            roomy.store = .ok
            #expect(RunState(facts) == RunState(roomy))
        }
    }

    @Test("what only a person can mend is an error, and what is away is offline with what waits for it")
    func reach() {
        for facts in Self.all where facts.store == .ok {
            let state = RunState(facts)
            if facts.link == .signInNeeded || facts.isRefused {
                #expect(state == .error(facts.failure ?? "somebody has to sign in"), "\(facts)")
            } else if facts.failure != nil || facts.link == .down || facts.link == .stopped {
                #expect(state == .offline(pending: 3), "\(facts)")
            } else if let work = facts.work {
                #expect(state == .syncing(work), "\(facts)")
            } else {
                #expect(state == (facts.conflicts == 0 ? .idle : .conflict(2)), "\(facts)")
            }
        }
    }

    @Test("of several accounts the worst is told first; of none nothing is to be done")
    func merged() {
        let ranked: [RunState] = [
            .idle, .syncing(.init(.pushing, hundredths: 5)), .conflict(1), .offline(pending: 0), .error("x"),
        ]
        #expect(RunState(merging: []) == .idle)
        for (index, worst) in ranked.enumerated() {
            #expect(RunState(merging: ranked.prefix(index + 1).reversed()) == worst)
            #expect(RunState(merging: Array(ranked.prefix(index + 1))) == worst)
        }
    }

    @Test("each state says in JSON what belongs to it, and nothing else")
    func json() {
        let syncing = RunState.syncing(.init(.pushing, hundredths: 7)).json
        #expect(syncing["progress"]?.description == "0.07" && syncing["operation"] == "pushing")
        #expect(syncing["count"] == .null && syncing["reason"] == .null)
        #expect(RunState.offline(pending: 4).json["count"] == 4)
        #expect(RunState.conflict(2).json["count"] == 2)
        #expect(RunState.error("x").json["reason"] == "x")
        #expect(RunState.idle.json["state"] == "idle" && RunState.idle.json["progress"] == .null)
    }

    @Test(
        "a link is down only where the server is away too; a hub that answers is live once what it said was looked for")
    func links() {
        for hub in LiveStatus.Account.State.allCases {
            for isCatchingUp in [false, true] {
                for isAway in [false, true] {
                    let link = LinkState(hub: hub, isCatchingUp: isCatchingUp, isServerAway: isAway)
                    let expected: LinkState =
                        switch hub {
                        case .live: isCatchingUp ? .catchingUp : .live
                        case .connecting: isAway ? .down : .connecting
                        case .waiting: isAway ? .down : .waiting
                        case .polling: .polling
                        case .signInNeeded: .signInNeeded
                        case .stopped: .stopped
                        }
                    #expect(link == expected)
                }
            }
        }
    }

    @Test(
        "only what the medium or the file itself refuses is a state of the store", arguments: StoreError.Kind.allCases)
    func stores(_ kind: StoreError.Kind) {
        let states: [StoreError.Kind: StoreState] = [
            .full: .full, .corrupted: .damaged, .inputOutput: .damaged, .readOnly: .damaged, .unusable: .damaged,
            .unexpected: .damaged, .newerVersion: .foreignNewer,
        ]
        for (room, state) in [(RoomReading.Level.ok, StoreState.ok), (.low, .low), (.full, .full)] {
            #expect(StoreState(refusal: kind, room: room) == states[kind] ?? state)
            #expect(StoreState(refusal: nil, room: room) == state)
        }
    }
}
