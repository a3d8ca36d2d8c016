import SQLite
import Store
import SyncEngine
import Values

@testable import Relay

/// What invariants remember from look to look.
struct AuditMemory: Sendable {
    var violation: World.Violation?
    /// Of each target, the newest delivery that was tried for the first time.
    var newestFirst: [Int: DeliveryRow.Number] = [:]
    /// Of each target, what was marked when the program was killed, over all kills.
    var inFlightAtCrash: [Set<AlertRow.Key>]
    /// Marked attempts at the last kill; `nil` before the first.
    private var markedAtCrash: Int?
    /// Never fewer than before.
    var alerts = 0
    var transactions = 0
    /// Entries that a person had tried again: each of them may be made once more.
    var retried: Set<IntentRow.ID> = []

    /// Entries that were at their end when they were seen last.
    var ended: Set<IntentRow.ID> = []

    /// Orders that the server carried out later than could be expected: what they come to is counted apart.
    var lateOrders: Set<IntentRow.ID> = []
    /// Who has ordered what.
    var acceptedBy: [IntentRow.ID: String] = [:]
    /// Orders whose list could not be read, and before when it must not be asked for again.
    private var unread: [IntentRow.ID: (until: Int, life: Int)] = [:]
    /// Orders whose photo was on its way.
    var photosSent: Set<IntentRow.ID> = []
    /// When an account's whole history was read.
    var deepScans: [(engine: Int, at: Int)] = []
    /// Since when a delivery waits for a target that nothing is wrong with.
    var waitingSince: [DeliveryRow.Number: Int] = [:]

    /// Who was told what.
    var telling = TellingMemory()

    init(targets: Int) { inFlightAtCrash = Array(repeating: [], count: targets) }

    /// - Parameter marked: what a kill leaves under way; `nil` if the store could not say.
    mutating func noteCrash(_ marked: [MarkedDelivery]?, _ sinks: [SinkModel]) {
        markedAtCrash = marked?.count
        for one in marked ?? [] {
            guard let index = sinks.firstIndex(where: { $0.name == one.target }) else { continue }
            inFlightAtCrash[index].insert(one.alert)
        }
    }

    /// The least of the pauses after a list that could not be read, in microseconds.
    private static let pause = SyncTimings().retryBase.microseconds / 2

    mutating func noteUnread(_ id: IntentRow.ID, _ failure: FactError, at now: Int, _ life: Int) {
        // What will not be told is left to a person.
        guard failure.kind != .notFound, failure.kind != .refused else { return }
        let asked = min(failure.retryAfter ?? .zero, SyncTimings().retryAfterCap).microseconds
        unread[id] = (now + max(asked, Self.pause), life)
    }

    /// Somebody is in a hurry: the link is up, or a person asks for it.
    mutating func hurry() { unread = [:] }

    mutating func checkPatience(with id: IntentRow.ID, at now: Int, _ life: Int) throws {
        guard let (until, then) = unread.removeValue(forKey: id), then == life, now < until else { return }
        throw World.Violation(
            invariant: .delays, detail: "entry \(id.rawValue) is looked for \(until - now) µs before it may be")
    }

    /// - Parameter doubtful: deliveries that a start has put in doubt.
    mutating func checkDoubt(_ doubtful: Int) {
        // A start that was killed after its recovery has nothing to recover the second time.
        if let marked = markedAtCrash, doubtful > marked {
            violation = World.Violation(
                invariant: .onlyDoubtful, detail: "\(doubtful) in doubt, \(marked) were marked at the kill")
        }
        markedAtCrash = nil
    }
}

/// A delivery under way.
struct MarkedDelivery: RowDecodable, Sendable {
    let target: String
    let alert: AlertRow.Key

    init(row: borrowing Row) throws {
        target = try row.value(0)
        alert = try row.value(1)
    }

    static let all = Query<MarkedDelivery>(
        "simulation.marked", "SELECT target, alert FROM delivery WHERE state = 'attempting' ORDER BY number")
}

extension World {
    func markedNow() async -> [MarkedDelivery]? {
        guard let store = program?.store else { return nil }
        return try? await store.read("marked") { try $0.all(MarkedDelivery.all) }
    }
}
