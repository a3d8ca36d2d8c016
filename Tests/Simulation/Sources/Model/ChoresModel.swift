import AllowanceAPI
import JSON
import Store
import SyncEngine
import Values

/// What was done of a family's chores, as its server keeps it: each child has one chore. What is told twice was done twice.
struct ChoresModel: Sendable {
    struct Completion: Sendable {
        let id: String
        let notes: String
        /// By the digest of its bytes.
        let photo: MediaRow.Hash?
        let doneAt: Timestamp
        /// Microseconds of the run.
        let at: Int
        /// Which order says so; `nil` of what somebody said without this program.
        let intent: IntentRow.ID?
    }

    /// By child, the earliest first.
    private(set) var completions: [Int: [Completion]] = [:]
    private var count = 0

    static func chore(of child: Int) -> String { "chore-\(child)" }

    /// - Parameter photo: what the server keeps of it; `nil` for one that it has lost, too.
    @discardableResult
    mutating func complete(
        _ child: Int, notes: String, photo: MediaRow.Hash?, intent: IntentRow.ID?, at now: Int, _ time: Timestamp
    ) -> RecordRow.ID {
        count += 1
        let new = Completion(
            id: "done-\(count)", notes: notes, photo: photo, doneAt: time, at: now, intent: intent)
        completions[child, default: []].append(new)
        return RecordRow.ID(rawValue: new.id)
    }

    /// - Parameter moment: of the run; a copy that lags behind answers as of earlier.
    func facts(of child: Int, at moment: Int) -> [RecordFact] {
        (completions[child] ?? []).filter { $0.at <= moment }.enumerated().map { index, one in
            var members = [
                JSONObject.Member("chore", .string(Self.chore(of: child))), .init("title", "Dishes"),
                .init("reward", "1.00"), .init("state", "pendingApproval"), .init("notes", .string(one.notes)),
            ]
            if let photo = one.photo { members.append(.init("photo", .string("/photos/\(photo.rawValue)"))) }
            members.append(.init("doneAt", .string("\(Timestamp(seconds: one.doneAt.seconds))")))
            return RecordFact(
                id: one.id, child: Child.ID(rawValue: ServerModel.names[child]),
                content: JSONValue.object(JSONObject(members)).description, rank: index + 1)
        }
    }
}
