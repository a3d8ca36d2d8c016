import Control
import Store
import SyncEngine

/// What goes on inside: the machines of one account's engine.
extension StatesPage {
    static let store = TransitionTable(
        "The store", "`store` of `status`, by why the last change was refused (on the left).", corner: "refused",
        states: [("nothing", StoreError.Kind?.none)]
            + StoreError.Kind.allCases.map { ("\($0.rawValue)", StoreError.Kind?.some($0)) },
        events: [
            ("room enough", { StoreState(refusal: $0, room: .ok).shown }),
            ("little room", { StoreState(refusal: $0, room: .low).shown }),
            ("no room", { StoreState(refusal: $0, room: .full).shown }),
        ])

    // MARK: Room

    static let room = TransitionTable(
        "Room on the disk",
        "How the program goes on as the disk of its state folder fills and empties. What is low, and what is full: [Disk](disk.md). That there is room again is "
            + "believed when the ballast, which holds some back, could be made again.",
        states: RoomMachine.Phase.allCases.map { ("`\($0.rawValue)`", room(in: $0)) },
        events: [
            ("room enough", { shown($0.take(.measured(ample)), $0) }),
            ("little room", { shown($0.take(.measured(low)), $0) }),
            ("no room", { shown($0.take(.measured(none)), $0) }),
            ("the disk refuses a change", { shown($0.take(.refused), $0) }),
            ("the ballast is made", { shown($0.take(.proven(ample)), $0) }),
            ("it cannot be made", { shown($0.take(.disproven), $0) }),
        ])

    private static let ample = RoomReading(free: 1 << 40, total: 1 << 41, ballast: RoomReading.usualBallast)
    private static let low = RoomReading(free: 100 << 20, total: 1 << 41, ballast: RoomReading.usualBallast)
    private static let none = RoomReading(free: 0, total: 1 << 41, ballast: RoomReading.usualBallast)

    private static func room(in phase: RoomMachine.Phase) -> RoomMachine {
        var machine = RoomMachine()
        switch phase {
        case .ok: break
        case .low: _ = machine.take(.measured(low))
        case .full, .proving: _ = machine.take(.refused)
        }
        if phase == .proving { _ = machine.take(.measured(ample)) }
        return machine
    }

    private static func shown(_ effects: [RoomMachine.Effect], _ machine: RoomMachine) -> String {
        let deeds = effects.map { effect in
            switch effect {
            case .purge: "raw messages and pictures go"
            case .warn: "it is told"
            case .releaseBallast: "the ballast is given away"
            case .emptyLog: "the log is emptied"
            case .tellFull: "it is told past the store"
            case .makeBallast: "the ballast is made"
            case .goOn: "everything goes on"
            }
        }
        return (["`\(machine.phase.rawValue)`"] + deeds).joined(separator: ", ")
    }

    // MARK: Scans

    /// A moment long after everything that has made the states.
    private static let now = Duration.seconds(1_000)
    private static let away = FactError(.unavailable, "away")

    static let scans = TransitionTable(
        "Scans",
        "When everything, or some children's lists, are read. One scan at a time: what comes meanwhile is remembered and begins with its end. `again in` is when "
            + "it looks by itself next; times after failures are the longest of what chance gives.",
        states: scanStates, events: scanEvents)

    private static var scanStates: [(String, SyncMachine)] {
        let (live, failed, signedOut) = (
            ended { $0.scanCompleted(at: .seconds(2)) }, failing(away), failing(.signedOut)
        )
        let states = [
            SyncMachine(interval: .seconds(2_000), deepAt: .seconds(100_000)), begun(fresh, at: .zero), live,
            begun(asked(live), at: .seconds(3)), unchecked, failed, begun(asked(failed), at: now), signedOut,
            begun(asked(signedOut), at: now), stopped(live),
        ]
        return states.map { (shown($0), $0) }
    }

    private static var fresh: SyncMachine {
        var machine = SyncMachine(interval: .seconds(2_000), deepAt: .seconds(100_000))
        machine.linkChanged(isUp: true, at: .zero)
        return machine
    }

    private static func begun(_ machine: SyncMachine, at moment: Duration) -> SyncMachine {
        var machine = machine
        _ = machine.nextOrder(hints: nil, at: moment)
        return machine
    }

    private static func asked(_ machine: SyncMachine) -> SyncMachine {
        var machine = machine
        machine.scanRequested(at: .seconds(2))
        return machine
    }

    private static func ended(_ end: (inout SyncMachine) -> Void) -> SyncMachine {
        var machine = begun(fresh, at: .zero)
        end(&machine)
        return machine
    }

    private static func failing(_ error: FactError) -> SyncMachine {
        ended { $0.scanFailed(error, at: now, random: 0.999_999) }
    }

    /// A scan of hinted children has left the comparison of balances.
    private static var unchecked: SyncMachine {
        var machine = ended { $0.scanCompleted(at: .seconds(2)) }
        _ = machine.nextOrder(hints: .children([.init(rawValue: "a")]), at: now)
        machine.scanCompleted(at: now, hasChecked: false)
        return machine
    }

    private static func stopped(_ machine: SyncMachine) -> SyncMachine {
        var machine = machine
        machine.stop()
        return machine
    }

    private static func shown(_ machine: SyncMachine) -> String {
        let word = "`\(camelCased(machine.state.rawValue))`"
        guard machine.state != .stopped else { return word }
        guard let due = machine.nextDue(hints: nil) else { return "\(word), scanning" }
        guard due > now else { return machine.isScanning ? "\(word), comparing soon" : "\(word), due" }
        if machine.isScanning { return "\(word), comparing soon" }
        return "\(word), again in \(Int(((due - now) / .seconds(1)).rounded(.up))) s"
    }

    /// What it is after the event, and what it begins at once.
    private static func after(_ machine: inout SyncMachine, hints: ScanScope? = nil) -> String {
        guard let order = machine.nextOrder(hints: hints, at: now) else { return shown(machine) }
        let what =
            switch order.scope {
            case .all, .deep: "everything"
            case .children(let ids): ids.isEmpty ? "balances" : "the child"
            }
        return "`\(camelCased(machine.state.rawValue))`, reads \(what)"
    }

    private typealias ScanEvent = (String, (inout SyncMachine) -> String)

    private static func event(
        _ name: String, _ body: @escaping (inout SyncMachine) -> Void
    ) -> ScanEvent {
        (
            name,
            { machine in
                body(&machine)
                return after(&machine)
            }
        )
    }

    private static var scanEvents: [ScanEvent] {
        [
            event("time passes") { _ in },
            event("the hub connects anew") { machine in
                machine.linkChanged(isUp: false, at: now)
                machine.linkChanged(isUp: true, at: now)
            },
            event("the hub's connection is lost") { $0.linkChanged(isUp: false, at: now) },
            (
                "the hub names a child",
                { machine in
                    machine.hintArrived(at: now)
                    return after(&machine, hints: .children([.init(rawValue: "a")]))
                }
            ),
            event("too many hints") { $0.hintsDropped() },
            event("somebody wants a scan") { $0.scanRequested(at: now) },
            event("the scan is complete") { $0.scanCompleted(at: now) },
            event("it fails") { $0.scanFailed(away, at: now, random: 0.999_999) },
            event("the server asks for a minute") { machine in
                machine.scanFailed(
                    FactError(.tooManyRequests, "later", retryAfter: .seconds(60)), at: now, random: 0.999_999)
            },
            event("nobody is signed in") { $0.scanFailed(.signedOut, at: now, random: 0.999_999) },
            event("the store takes nothing") { $0.scanFailed(away, at: now, random: 0.999_999, isOurs: true) },
            event("somebody else signs in") { $0.personChanged(at: now) },
            event("the end") { $0.stop() },
        ]
    }

    // MARK: A run

    static let progress = TransitionTable(
        "A run's progress",
        "From rest to rest. What was entered is sent first (up to 0.60), then lists are read (up to 0.95), then all is compared; what is shown never goes back.",
        states: runStates,
        events: [
            event("2 entries to send") { $0.update([.entries: 2]) }, event("1 entry left") { $0.update([.entries: 1]) },
            event("4 lists to read") { $0.update([.lists: 4]) }, event("1 list left") { $0.update([.lists: 1]) },
            event("to compare") { $0.update([.check: 1]) },
            event("nothing left") { $0.update([.entries: 0, .lists: 0, .records: 0, .check: 0]) },
            event("somebody follows it") { $0.expect(8) }, event("nobody follows it") { $0.expect(nil) },
        ])

    private static var runStates: [(String, RunProgress)] {
        let works: [[RunProgress.Work: Int]] = [[:], [.entries: 2], [.lists: 4], [.check: 1]]
        var states = works.map { work in
            var progress = RunProgress()
            progress.update(work)
            return progress
        }
        var followed = RunProgress()
        followed.expect(8)
        states.append(followed)
        return states.enumerated().map { (shown($1) + ($0 == 4 ? ", followed" : ""), $1) }
    }

    private static func event(
        _ name: String, _ body: @escaping (inout RunProgress) -> Void
    ) -> (String, (inout RunProgress) -> String) {
        (
            name,
            { progress in
                body(&progress)
                return shown(progress)
            }
        )
    }

    private static func shown(_ progress: RunProgress) -> String {
        switch progress.phase {
        case .resting: "at rest"
        case .running(let operation, let hundredths):
            "`\(operation.rawValue)` 0.\(hundredths < 10 ? "0" : "")\(hundredths)"
        }
    }
}

extension FactError {
    fileprivate static var signedOut: FactError { FactError(.signInRequired, "who are you?") }
}
