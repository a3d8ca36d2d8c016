import Store
import Values

@testable import Relay

/// What invariants remember of who was told what, and of what people and the program's troubles have said about it.
struct TellingMemory: Sendable {
    /// What somebody wants silence about, as the simulation has ordered it.
    struct Silence: Sendable {
        /// A child's id or a target's name.
        let subject: String
        let isTarget: Bool
        let until: Timestamp
        let createdAt: Timestamp

        func covers(_ note: TellingNote, told moment: Timestamp, at now: Timestamp) -> Bool {
            guard note.child != nil, until > now, createdAt <= now.advanced(by: .seconds(60)) else { return false }
            return isTarget ? subject == note.target && until > moment : subject == note.child
        }
    }

    /// The last of a rule's messages at a target that was told at once, and until when what followed was gathered.
    struct Window: Sendable {
        var span: Int
        var toldAt: Timestamp
        var gatheredUntil: Timestamp?
    }

    /// What follows an alert: of one kind, by one rule.
    struct Chain: Hashable, Sendable {
        let root: AlertRow.Key
        let kind: Reminder.Kind
        let rule: String
    }

    var notes: [DeliveryRow.Number: TellingNote] = [:]
    var newest = DeliveryRow.Number(rawValue: 0)
    var newestAlert = 0
    var silences: [Silence] = []
    /// What somebody has seen: alerts, not reminders of them.
    var seen: Set<AlertRow.Key> = []
    /// Matters that are over, by the alert that ended them last.
    var ends: [String: Int] = [:]
    /// Logins whose connection is said to be lost.
    var troubles: Set<String> = []
    var windows: [String: Window] = [:]
    /// Which steps of a chain were told, and to how many.
    var steps: [Chain: [Int: Set<String>]] = [:]
    /// How often somebody has set the clock.
    var clockSteps = 0
    /// A clock was set by so much that what was told is forgotten.
    var mayForget = false
    /// What a lane is letting go of just now: what its target was held, and by its clock.
    var releasing: (lane: SimulatedLane, before: [HeldLine], at: Timestamp)?
    /// Deliveries that met a living message that was gone.
    var goneAt: [String: DeliveryRow.Number] = [:]

    func silence(about note: TellingNote, told moment: Timestamp, at now: Timestamp) -> Silence? {
        silences.first { $0.covers(note, told: moment, at: now) }
    }

    /// What is begun after its matter's end is not over.
    func isOver(_ note: TellingNote) -> Bool {
        guard let thread = note.thread, let end = ends[thread] else { return false }
        return note.alertRow < end
    }

    /// What a reminder reminds of, at whichever target.
    func originals(of root: AlertRow.Key) -> [TellingNote] { notes.values.filter { $0.alert == root } }
}
