import Store
import SyncEngine
import TestNumbers
import Testing
import Values

@Suite("Sync machine")
struct SyncMachineTests {
    private func machine(started: Bool = true, deepAt: Duration = .seconds(100_000)) -> SyncMachine {
        var machine = SyncMachine(interval: .seconds(60), deepAt: deepAt)
        if started {
            _ = machine.nextOrder(hints: nil, at: .zero)
            machine.scanCompleted(at: .seconds(1))
        }
        return machine
    }

    /// The comparison of balances that a scan of hinted children has left.
    private func compare(_ machine: inout SyncMachine, at moment: Duration) {
        #expect(machine.isScanning && machine.nextDue(hints: nil) == moment)
        #expect(machine.nextOrder(hints: nil, at: moment - .milliseconds(1)) == nil)
        let order = machine.nextOrder(hints: nil, at: moment)
        #expect(order == SyncMachine.Order(scope: .children([]), isAfterGap: false))
        machine.scanCompleted(at: moment)
        #expect(!machine.isScanning)
    }

    private let down = FactError(.unavailable, "down")

    @Test("the start scans, the first time everything; then each interval does")
    func periodic() {
        var machine = machine(started: false, deepAt: .zero)
        #expect(machine.nextDue(hints: nil) == .zero)
        #expect(machine.nextOrder(hints: nil, at: .zero) == SyncMachine.Order(scope: .deep, isAfterGap: true))
        #expect(machine.nextDue(hints: .zero) == nil)
        machine.scanCompleted(at: .seconds(2))
        #expect(machine.state == .live)
        #expect(machine.nextDue(hints: nil) == .seconds(62))
        #expect(machine.nextOrder(hints: nil, at: .seconds(61)) == nil)
        #expect(machine.nextOrder(hints: nil, at: .seconds(62)) == SyncMachine.Order(scope: .all, isAfterGap: false))
    }

    @Test("one scan at a time; what came meanwhile is scanned next")
    func singleFlight() {
        var machine = machine()
        machine.scanRequested(at: .seconds(5))
        #expect(machine.nextOrder(hints: nil, at: .seconds(5))?.scope == .all)
        machine.scanRequested(at: .seconds(6))
        #expect(machine.nextOrder(hints: .all, at: .seconds(6)) == nil)
        machine.scanCompleted(at: .seconds(7))
        #expect(machine.nextDue(hints: nil) == .seconds(7))
        #expect(machine.nextOrder(hints: nil, at: .seconds(7))?.scope == .all)
    }

    @Test("hints narrow a scan and do not move the next full one")
    func hints() {
        var machine = machine()
        #expect(machine.nextDue(hints: .seconds(5)) == .seconds(5))
        #expect(machine.nextOrder(hints: .children([alice]), at: .seconds(5))?.scope == .children([alice]))
        machine.scanCompleted(at: .seconds(6), hasChecked: false)
        compare(&machine, at: .milliseconds(6_020))
        #expect(machine.nextDue(hints: nil) == .seconds(61))
        // Together with a periodic scan they are one.
        #expect(machine.nextOrder(hints: .children([alice]), at: .seconds(61))?.scope == .all)
    }

    @Test("hints in a row share a comparison of balances, which comes after two seconds however many there are")
    func sharedCheck() {
        var machine = machine()
        var now = Duration.seconds(5)
        var left = 0
        while machine.nextOrder(hints: .children([alice]), at: now)!.leavesCheck {
            left += 1
            machine.scanCompleted(at: now + .milliseconds(5), hasChecked: false)
            now += .milliseconds(10)
        }
        #expect(left == 201)
        machine.scanCompleted(at: now)
        #expect(!machine.isScanning)
        now += .seconds(1)
        // The next hints begin anew; a full scan, a failure and another person take it along.
        for after in ["nothing", "a full scan", "a failure", "another person"] {
            #expect(machine.nextOrder(hints: .children([alice]), at: now)?.leavesCheck == true)
            machine.scanCompleted(at: now, hasChecked: false)
            switch after {
            case "a full scan":
                machine.scanRequested(at: now)
                #expect(machine.nextOrder(hints: nil, at: now)?.leavesCheck == false)
                machine.scanCompleted(at: now)
                #expect(!machine.isScanning)
            case "a failure":
                now += .milliseconds(20)
                #expect(machine.nextOrder(hints: nil, at: now)?.scope == .children([]))
                machine.scanFailed(down, at: now, random: 0)
                #expect(machine.isScanning)
                compare(&machine, at: now)
            case "another person":
                machine.personChanged(at: now)
                #expect(!machine.isScanning)
                #expect(machine.nextOrder(hints: nil, at: now)?.scope.isFull == true)
                machine.scanCompleted(at: now)
            default: compare(&machine, at: now + .milliseconds(20))
            }
            now += .seconds(1)
        }
    }

    @Test("after a pause balances are compared at once, then at most once a second, however hints come")
    func spacedChecks() {
        var machine = machine()
        var (now, checks) = (Duration.seconds(5), [Duration]())
        while now < .seconds(8) {
            #expect(machine.nextOrder(hints: .children([alice]), at: now)?.leavesCheck == true)
            machine.scanCompleted(at: now, hasChecked: false)
            // 30 a second: there is a pause of more than `checkAfter` behind each.
            let next = now + .milliseconds(33)
            if let due = machine.nextDue(hints: nil), due < next {
                compare(&machine, at: due)
                checks.append(due)
            }
            now = next
        }
        #expect(checks.count == 3 && checks.first == .milliseconds(5_020))
        #expect(zip(checks, checks.dropFirst()).allSatisfy { $1 - $0 >= .seconds(1) })
        // The last one is not forgotten, though no hint follows it.
        if machine.isScanning { compare(&machine, at: machine.nextDue(hints: nil)!) }
        #expect(!machine.isScanning)
    }

    @Test("the comparison that hints share is not due after its last moment")
    func lastMoment() {
        var machine = machine()
        for moment in [Duration.seconds(5), .milliseconds(6_990)] {
            #expect(machine.nextOrder(hints: .children([alice]), at: moment)?.leavesCheck == true)
            machine.scanCompleted(at: moment, hasChecked: false)
        }
        compare(&machine, at: .seconds(7))
    }

    @Test("the handshake starts a scan; what it finds after a broken link is late, after the first link it is not")
    func link() {
        var machine = machine()
        machine.linkChanged(isUp: true, at: .seconds(2))
        #expect(
            machine.nextOrder(hints: nil, at: .seconds(2)) == SyncMachine.Order(scope: .all, isAfterGap: false))
        machine.scanCompleted(at: .seconds(3))
        machine.linkChanged(isUp: false, at: .seconds(4))
        #expect(machine.nextOrder(hints: nil, at: .seconds(5)) == nil)
        // Found while nobody can hear of it otherwise.
        #expect(machine.nextOrder(hints: nil, at: .seconds(63))?.isAfterGap == true)
        machine.scanCompleted(at: .seconds(64))
        machine.linkChanged(isUp: true, at: .seconds(65))
        #expect(machine.nextOrder(hints: nil, at: .seconds(65))?.isAfterGap == true)
        machine.scanCompleted(at: .seconds(66))
        #expect(machine.nextOrder(hints: .all, at: .seconds(67))?.isAfterGap == false)
    }

    @Test("a link that breaks during a scan leaves a gap that this scan does not close")
    func linkBreaksDuringScan() {
        var machine = machine()
        machine.linkChanged(isUp: true, at: .seconds(2))
        _ = machine.nextOrder(hints: nil, at: .seconds(2))
        machine.linkChanged(isUp: false, at: .seconds(3))
        machine.linkChanged(isUp: true, at: .seconds(4))
        machine.scanCompleted(at: .seconds(5))
        #expect(machine.nextOrder(hints: nil, at: .seconds(5))?.isAfterGap == true)
    }

    @Test("failures wait longer and longer; a hint, the handshake and a person end the wait")
    func retries() {
        var machine = machine(started: false)
        for failure in 0..<4 {
            let now = Duration.seconds(failure * 100)
            #expect(machine.nextOrder(hints: nil, at: now) != nil)
            machine.scanFailed(down, at: now, random: 0.5)
            #expect(machine.state == .retrying)
            #expect(machine.nextDue(hints: nil) == now + .milliseconds(500 * (1 << failure)))
        }
        let now = Duration.seconds(400)
        _ = machine.nextOrder(hints: nil, at: now)
        machine.scanFailed(down, at: now, random: 0.999)
        // One that was open before says nothing new: a server that is down is not asked every few seconds because of it.
        #expect(machine.nextOrder(hints: .all, at: now + .seconds(5)) == nil)
        #expect(machine.nextDue(hints: now) == machine.nextDue(hints: nil))
        machine.hintArrived(at: now + .seconds(1))
        #expect(machine.nextOrder(hints: .all, at: now + .seconds(4)) == nil)
        #expect(machine.nextDue(hints: now) == now + .seconds(5))
        var hinted = machine
        #expect(hinted.nextOrder(hints: .children([alice]), at: now + .seconds(5))?.scope == .all)
        var asked = machine
        asked.scanRequested(at: now + .seconds(1))
        #expect(asked.nextOrder(hints: nil, at: now + .seconds(1)) != nil)
        machine.linkChanged(isUp: true, at: now + .seconds(1))
        #expect(machine.nextOrder(hints: nil, at: now + .seconds(1)) != nil)
    }

    @Test("what the server asks to wait is waited, whoever asks, but never more than an hour")
    func retryAfter() {
        for (asked, waited) in [(30, 30), (86_400, 3_600)] {
            var machine = machine(started: false)
            _ = machine.nextOrder(hints: nil, at: .zero)
            machine.scanFailed(
                FactError(.tooManyRequests, "", retryAfter: .seconds(asked)), at: .seconds(1), random: 0)
            machine.scanRequested(at: .seconds(2))
            machine.linkChanged(isUp: true, at: .seconds(2))
            #expect(machine.nextDue(hints: .zero) == .seconds(waited + 1))
            #expect(machine.nextOrder(hints: .all, at: .seconds(waited)) == nil)
            #expect(machine.nextOrder(hints: nil, at: .seconds(waited + 1)) != nil)
        }
    }

    @Test("without a sign-in it rests, whatever hints say, until somebody signs in")
    func signIn() {
        var machine = machine(started: false)
        _ = machine.nextOrder(hints: nil, at: .zero)
        machine.scanFailed(FactError(.signInRequired, "sign in"), at: .seconds(1), random: 0)
        #expect(machine.state == .signInRequired)
        #expect(machine.nextOrder(hints: .all, at: .seconds(600)) == nil)
        #expect(machine.nextDue(hints: .zero) == .seconds(901))
        machine.scanRequested(at: .seconds(602))
        #expect(machine.nextOrder(hints: nil, at: .seconds(602)) != nil)
        machine.scanCompleted(at: .seconds(603))
        #expect(machine.state == .live)
    }

    @Test("a whole history that cannot be read keeps nothing else from being read, and is tried later and later")
    func deepFails() {
        var machine = machine(started: false, deepAt: .zero)
        var now = Duration.zero
        for expected in [3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 86_400] {
            #expect(machine.nextOrder(hints: nil, at: now)?.scope == .deep)
            machine.scanFailed(down, at: now, random: 0)
            #expect(machine.nextOrder(hints: nil, at: now)?.scope == .all)
            machine.scanCompleted(at: now)
            let before = now + .seconds(expected - 1)
            #expect(machine.nextOrder(hints: nil, at: before)?.scope == .all)
            machine.scanCompleted(at: before)
            now += .seconds(expected + 60)
        }
    }

    @Test("hints that were dropped ask for a full scan, and end no wait")
    func dropped() {
        var machine = machine()
        machine.hintsDropped()
        #expect(machine.nextOrder(hints: nil, at: .seconds(2))?.scope == .all)
        machine.scanFailed(FactError(.signInRequired, "sign in"), at: .seconds(3), random: 0)
        machine.hintsDropped()
        #expect(machine.nextOrder(hints: .all, at: .seconds(600)) == nil)
    }

    @Test("the first scan that works after failures says so, once, while the link is not up; the store's are no outage")
    func recovery() {
        for (isOurs, isUp) in [(false, false), (true, false), (false, true)] {
            var machine = machine()
            var now = Duration.seconds(5)
            for round in 0..<3 {
                for _ in 0..<2 {
                    now += .seconds(100)
                    _ = machine.nextOrder(hints: .children([alice]), at: now)
                    machine.scanFailed(down, at: now, random: 0, isOurs: isOurs)
                }
                if isUp { machine.linkChanged(isUp: true, at: now) }
                var told: [Bool] = []
                for _ in 0..<3 {
                    now += .seconds(100)
                    #expect(machine.nextOrder(hints: nil, at: now) != nil)
                    told.append(machine.scanCompleted(at: now))
                }
                #expect(told == [!isOurs && !isUp, false, false], "round \(round), isOurs \(isOurs), isUp \(isUp)")
            }
        }
    }

    @Test("after the link went, the first full scan that began since says that the server is there, once for each loss")
    func recoveryWithoutFailure() {
        var machine = machine()
        var told: [Bool] = []
        for start in [100, 200] {
            let now = Duration.seconds(start)
            machine.linkChanged(isUp: true, at: now)
            #expect(machine.nextOrder(hints: nil, at: now)?.scope == .all)
            machine.linkChanged(isUp: false, at: now + .seconds(1))
            // It began before: perhaps nobody can be reached any more. And what a hint asked for the hub itself brought about.
            told.append(machine.scanCompleted(at: now + .seconds(2)))
            _ = machine.nextOrder(hints: .children([alice]), at: now + .seconds(3))
            told.append(machine.scanCompleted(at: now + .seconds(3), hasChecked: false))
            for after in [70, 80] {
                machine.scanRequested(at: now + .seconds(after))
                #expect(machine.nextOrder(hints: nil, at: now + .seconds(after))?.scope == .all)
                told.append(machine.scanCompleted(at: now + .seconds(after)))
            }
        }
        #expect(told == [false, false, true, false, false, false, true, false])
    }

    @Test("another person's login reads everything at once, whatever was waited for")
    func person() {
        var machine = machine()
        machine.linkChanged(isUp: true, at: .seconds(1))
        _ = machine.nextOrder(hints: nil, at: .seconds(1))
        machine.personChanged(at: .seconds(2))
        #expect(machine.nextOrder(hints: nil, at: .seconds(2)) == SyncMachine.Order(scope: .deep, isAfterGap: true))
        machine.scanFailed(down, at: .seconds(3), random: 0.9)
        machine.personChanged(at: .seconds(3))
        #expect(machine.nextOrder(hints: nil, at: .seconds(3))?.scope == .deep)
    }

    @Test("a stopped machine wants nothing, and a failure after the end is nobody's")
    func stopped() {
        var machine = machine(started: false)
        _ = machine.nextOrder(hints: nil, at: .zero)
        machine.stop()
        machine.scanFailed(down, at: .zero, random: 0)
        let isBack = machine.scanCompleted(at: .zero)
        #expect(!isBack)
        machine.linkChanged(isUp: true, at: .zero)
        machine.scanRequested(at: .zero)
        machine.hintsDropped()
        machine.personChanged(at: .zero)
        #expect(machine.state == .stopped)
        #expect(machine.nextOrder(hints: .all, at: .seconds(1_000)) == nil)
        #expect(machine.nextDue(hints: .zero) == nil)
    }

    @Test("a store that failed is tried again within seconds however long it has been failing, a server is not")
    func ours() {
        for isOurs in [true, false] {
            var machine = machine()
            var now = Duration.seconds(5)
            for _ in 0..<12 {
                machine.scanRequested(at: now)
                _ = machine.nextOrder(hints: nil, at: now)
                machine.scanFailed(down, at: now, random: 0.99, isOurs: isOurs)
                now += .seconds(1)
            }
            #expect((machine.nextDue(hints: nil)! - now < .seconds(5)) == isOurs)
        }
    }

    @Test(
        "in any order of events: whoever wakes when told finds work, the wait has a bound, and the end is live",
        arguments: 0..<200)
    func anyOrder(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var machine = SyncMachine(interval: .seconds(60), deepAt: .zero)
        var now = Duration.zero
        for _ in 0..<200 {
            let hint: Duration? = random.chance(30) ? now + .milliseconds(Int.random(in: 0...400, using: &random)) : nil
            switch Int.random(in: 0..<8, using: &random) {
            case 0: machine.linkChanged(isUp: random.chance(50), at: now)
            case 1: machine.scanRequested(at: now)
            case 2: machine.scanCompleted(at: now, hasChecked: random.chance(60))
            case 4: machine.hintsDropped()
            case 5: if random.chance(10) { machine.personChanged(at: now) }
            case 3:
                let kind = FactError.Kind.allCases.randomElement(using: &random)!
                let wait: Duration? = random.chance(20) ? .seconds(Int.random(in: -5...9_000, using: &random)) : nil
                machine.scanFailed(
                    FactError(kind, "", retryAfter: wait), at: now, random: .random(in: 0..<1, using: &random))
            default: now += .milliseconds(Int.random(in: 0...90_000, using: &random))
            }
            // None while a scan is running.
            guard let due = machine.nextDue(hints: hint) else { continue }
            #expect(due - now <= .seconds(3_600))
            now = max(now, due)
            let wanted: ScanScope = random.chance(50) ? .all : .children([alice])
            let order = machine.nextOrder(hints: hint.flatMap { $0 <= now ? wanted : nil }, at: now)
            #expect(order != nil, "a wake-up without work would spin (seed \(seed))")
        }
        machine.scanCompleted(at: now)
        #expect(machine.nextOrder(hints: nil, at: now + .seconds(3_600)) != nil)
        machine.scanCompleted(at: now)
        #expect(machine.state == .live && machine.failures == 0)
    }
}
