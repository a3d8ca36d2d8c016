import Control
import Store
import SyncEngine

/// The tables of what people enter.
enum EntryStates {
    private static let id = IntentRow.ID(rawValue: "e")
    private static let now = Duration.seconds(100)

    static let lane = TransitionTable(
        "What was entered",
        "The first entry of a child (or of a login) that waits: it is sent only after a list was read that began when it was due, and what may have been made is looked "
            + "for, never sent blindly. Others wait behind it.",
        states: [
            ("idle", IntentLane()), ("waits for a scan", lane(isDoubtful: false)),
            ("is sent", pushing), ("is looked for", lane(isDoubtful: true)), ("is judged", judging),
            ("waits for its own list", lane(isDoubtful: false, hasOwnList: true)),
            ("is looked for in its own list", lane(isDoubtful: true, hasOwnList: true)),
            ("its own list is read", checking),
        ],
        events: [
            event("an entry is due") { $0.take(.init(id, isDoubtful: false, due: now), at: now) },
            event("one may have been made") { $0.take(.init(id, isDoubtful: true, due: now), at: now) },
            event("nothing waits") { $0.take(nil, at: now) },
            event("a scan was complete") { _ = $0.listRead(began: now) },
            event("a scan failed") { $0.listMissed(began: now, next: now) },
            event("its own list is due") { _ = $0.checkDue(at: now) },
            event("the server is back") { $0.hurry(at: now) },
            event("made, or refused") { _ = $0.judged(.ended, of: id, next: now) },
            event("not made") { _ = $0.judged(.sendAgain, of: id, next: now) },
            event("nobody can say yet") { _ = $0.judged(.lookAgain, of: id, next: now) },
            event("a person decides") { _ = $0.judged(.park("why"), of: id, next: now) },
            event("the answer is written down") { $0.finished(id) },
        ])

    static let stored = TransitionTable(
        "An entry in the store",
        "`state` of what was entered or ordered, as it is on the disk, and what may follow. `tried`: it was sent before, and nobody knows what came of that (of one that is "
            + "being sent: before this attempt); it is looked for before it is sent again, and nobody gives it up while it may have been made. "
            + "`not sent since`: a person has taken it up after that, or it comes from a store that may be an older copy; until it is sent again a person can give it up.",
        states: IntentStanding.allCases.map { (shown($0), $0) },
        events: IntentStanding.Event.allCases.map { event in
            (
                words(event),
                { standing in
                    standing = standing.after(event)
                    return shown(standing)
                }
            )
        })

    private static func shown(_ standing: IntentStanding) -> String {
        let word = "`\(StatesPage.camelCased(standing.state.rawValue))`"
        return switch standing {
        case .accepted(isTried: true), .sending(isTried: true), .parked(isTried: true): "\(word), tried"
        case .unknown(isSent: false): "\(word), not sent since"
        case .accepted, .sending, .unknown, .acked, .confirmed, .superseded, .parked, .discarded: word
        }
    }

    private static func words(_ event: IntentStanding.Event) -> String {
        switch event {
        case .marked: "money is sent"
        case .orderMarked: "an order about a record is sent"
        case .done: "the server has done it"
        case .unclear: "nobody can say"
        case .refused: "the server refuses"
        case .notMade: "it did not arrive"
        case .interrupted: "the program ended"
        case .shown: "a list shows it"
        case .superseded: "what it was about is gone"
        case .parked: "a person has to decide"
        case .retried: "`pending retry`"
        case .edited: "`pending edit`"
        case .discarded: "`pending discard`"
        case .takenUp: "`conflicts resolve`, for it"
        case .yielded: "`conflicts resolve`, for the server"
        }
    }

    static let records = TransitionTable(
        "What lists show of a record",
        "`sync` of every record, by what the last order about it does (on the left) and how far that order is. What is in no order is `synced`; what waits for a person is "
            + "shown as the server has it.", corner: "order",
        states: [
            ("adds it", RecordOrder.Effect.creates), ("changes it", .updates), ("moves money of it", .moves),
            ("takes it away", .deletes),
        ],
        events: IntentRow.State.allCases.map { state in
            ("`\(state.rawValue)`", { shown(RecordState($0, state, isContested: false)) })
        } + [("`parked`, contested", { shown(RecordState($0, .parked, isContested: true)) })])

    private static func shown(_ state: RecordState) -> String { "`\(StatesPage.camelCased(state.rawValue))`" }

    private static func lane(isDoubtful: Bool, hasOwnList: Bool = false) -> IntentLane {
        var lane = IntentLane()
        lane.take(.init(id, isDoubtful: isDoubtful, due: .zero, hasOwnList: hasOwnList), at: .zero)
        return lane
    }

    private static var pushing: IntentLane {
        var lane = lane(isDoubtful: false)
        _ = lane.listRead(began: now)
        return lane
    }

    private static var judging: IntentLane {
        var lane = lane(isDoubtful: true)
        _ = lane.listRead(began: now)
        return lane
    }

    private static var checking: IntentLane {
        var lane = lane(isDoubtful: false, hasOwnList: true)
        _ = lane.checkDue(at: now)
        return lane
    }

    private static func event(
        _ name: String, _ body: @escaping (inout IntentLane) -> Void
    ) -> (String, (inout IntentLane) -> String) {
        (
            name,
            { lane in
                body(&lane)
                return shown(lane.phase)
            }
        )
    }

    private static func shown(_ phase: IntentLane.Phase) -> String {
        switch phase {
        case .idle: "idle"
        case .reading: "waits for a scan"
        case .pushing: "is sent"
        case .looking: "is looked for"
        case .judging: "is judged"
        case .waiting(_, since: _, isDoubtful: false): "waits for its own list"
        case .waiting(_, since: _, isDoubtful: true): "is looked for in its own list"
        case .checking: "its own list is read"
        }
    }
}
