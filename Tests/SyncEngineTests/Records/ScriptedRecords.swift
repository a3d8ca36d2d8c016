import AllowanceAPI
import Observability
import Runtime
import Store
import SyncEngine
import TestWaiting
import Values

/// A server of lists that answers as it is told, and remembers what it was asked.
final class ScriptedRecords: RecordSource {
    enum Answer: Sendable {
        case facts([RecordFact])
        case absent
        case failure(FactError)
    }

    struct State: Sendable {
        var user: FactUser? = FactUser(id: "user-mum", role: "Parent")
        /// By the list's text; one without is empty.
        var answers: [String: Answer] = [:]
        var asked: [String] = []
        /// Called before each answer is given.
        var interruption: (@Sendable (String) async -> Void)?
    }

    let state = Lock(State())

    func signedInUser() async -> FactUser? { state.withLock { $0.user } }

    func listedRecords(_ kind: RecordRow.Kind, of owner: String) async throws(FactError) -> Reply<RecordAnswer>? {
        let text = RecordPlan.Key(kind, of: owner).text
        let start = WallClock.system.now
        let (answer, interruption) = state.withLock { state in
            state.asked.append(text)
            return (state.answers[text] ?? .facts([]), state.interruption)
        }
        await interruption?(text)
        switch answer {
        case .absent: return nil
        case .failure(let error): throw error
        case .facts(let facts):
            return Reply(
                value: RecordAnswer(facts: facts, isWhole: true), startedAt: start, endedAt: WallClock.system.now)
        }
    }

    func set(_ list: String, _ answer: Answer) { state.withLock { $0.answers[list] = answer } }

    func count(_ list: String) -> Int { state.withLock { $0.asked.count { $0 == list } } }
}

extension RecordFact {
    static func goal(_ id: String, _ content: String = "{}", of child: String = "alice") -> RecordFact {
        RecordFact(id: id, child: Child.ID(rawValue: child), content: content, rank: 1)
    }
}
