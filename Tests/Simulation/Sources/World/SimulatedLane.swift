import Runtime
import Store
import Values

@testable import Relay

/// One target's lane without its actor: what ``Lane`` keeps between two turns.
struct SimulatedLane {
    /// One message, as a lane sends it.
    struct Job: Sendable {
        let lead: DeliveryRow
        let digest: DigestRow.Number?
        let alerts: [AlertRow.Key]
        let isMarkedRepeat: Bool
        /// All that it tells of.
        let members: [DeliveryRow]
        /// The target's own id of the message that it changes.
        let message: String?
        let keepsMessage: Bool

        init(_ work: DeliveryWork, in digests: [DigestWork]) {
            lead = work.delivery
            if let number = work.delivery.digest, let whole = digests.first(where: { $0.row.number == number }) {
                digest = number
                alerts = whole.members.map(\.delivery.alert)
                isMarkedRepeat = whole.members.contains { $0.delivery.isRepeat }
                members = whole.members.map(\.delivery)
                (message, keepsMessage) = (nil, false)
            } else {
                digest = nil
                alerts = [work.delivery.alert]
                isMarkedRepeat = work.delivery.isRepeat
                members = [work.delivery]
                (message, keepsMessage) = (work.message, work.isLiving || work.alert.thread != nil)
            }
        }

        var attempt: LaneAttempt {
            let attempts = lead.attempts + (lead.state == .attempting ? 0 : 1)
            return LaneAttempt(number: lead.number, attempts: attempts, triedFor: lead.triedFor, digest: digest)
        }

        var start: AttemptStart { AttemptStart(lead.number, body: nil, digest: digest) }
        var unsent: AttemptEnd { AttemptEnd(lead.number, .notSent, digest: digest) }
    }

    let name: String
    let policy: LanePolicy
    let door: LaneDoor
    var machine: LaneMachine
    var time: SteadyTime
    /// Outcomes that the store doesn't have yet, and since when there are some.
    var ends: [AttemptEnd] = []
    var endsSince = 0
    var isStoreFailing = false
    /// Whether the target can change what it shows.
    let edits: Bool
    let gate: RateGate?
    /// When it was sent something, in this life.
    var sentAt: [Int] = []
    /// A reload has come.
    var beginsAnew = false
    /// Marked, and not sent yet.
    var jobs: [Job] = []
    var current: Job?
    var batchBegan = 0
    /// Somebody has rung.
    let bell = Box(false)
    /// When it looks next, as far as that was put down.
    var lookAt: Int?

    /// What the chat takes in a household.
    static let slowly = RateLimit(4, per: .seconds(60))

    init(_ sink: SinkModel, wall: Timestamp, running: Duration, isPlain: Bool = true) {
        name = sink.name
        edits = sink.name == "board"
        gate = !isPlain && sink.name == "chat" ? RateGate([Self.slowly]) : nil
        var policy = LanePolicy(
            deduplicates: sink.kind == .deduplicating, inDoubt: sink.kind == .blindSkip ? .skip : .repeat)
        policy.digest = DigestPolicy(threshold: sink.name == "phone" || sink.name == "house" && !isPlain ? 5 : 0)
        self.policy = policy
        door = LaneDoor(limit: min(policy.window, 8), body: nil)
        machine = LaneMachine(policy)
        time = SteadyTime(wall: wall, running: running)
    }

    func pause(at running: Duration) -> Duration { gate?.wait(at: running) ?? .zero }
}

/// A value that closures on other threads may set.
final class Box<Value: Sendable>: Sendable {
    private let lock: Lock<Value>

    init(_ value: Value) { lock = Lock(value) }

    var value: Value {
        get { lock.withLock { $0 } }
        set { lock.withLock { $0 = newValue } }
    }
}
