import AllowanceAPI
import SQLite
import Store
import SyncEngine
import Values

@testable import SyncEngine

/// What comes from outside: see ``ScenarioMaker`` for the numbers.
extension World {
    func meet(_ stimulus: Stimulus) async throws {
        let numbers = stimulus.numbers
        func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }
        trace.note(now, "\(stimulus.name.rawValue) \(numbers)")
        tally.note(stimulus.name.rawValue)
        switch stimulus.name {
        case .add: add(numbers)
        case .move:
            server.move(number(0) % 3, cents: number(1), at: now)
            let child = server.children[number(0) % 3]
            agenda.add(
                .hubMessage(.balance(child: child.rowID, child.balance), "BalanceUpdated"), at: now + latency(60_000))
        case .edit: server.edit(number(0), cents: number(1))
        case .enter:
            let account = number(2) % scenario.accounts
            try await enter(
                child: number(0) % 3, cents: number(1), text: "Kite \(number(2) / 2)", by: Self.accounts[account])
        case .twin:
            guard let last = lastEntry else { return }
            announce(server.add(last.child, cents: last.cents, text: last.text, at: now, visibleAt: now), fate: 0)
        case .order: try await order(numbers)
        case .wish: touchRecords(numbers)
        case .hide: server.hide(from: number(0), count: number(1), seconds: number(2), at: now)
        case .total: server.uncounted = number(0)
        case .stale: (lagSeconds, staleUntil) = (number(0), now + number(1) * 1_000_000)
        case .person: try await signIn(number(0))
        case .up: try await link(isUp: true)
        case .down: try await link(isUp: false)
        case .deaf: deafUntil = now + number(0) * 1_000_000
        case .garbage: agenda.add(.hubMessage(.something, "?"), at: now)
        case .ghost:
            let id = TransactionRow.ID(rawValue: "ghost-\(now)")
            let child = server.children[number(0) % 3].rowID
            agenda.add(.hubMessage(.transaction(id, child: child), "TransactionCreated"), at: now)
        case .reads:
            // Behind some that are answered: the first question of a scan is always the same.
            readFaults += Array(repeating: nil, count: number(3))
            readFaults += Array(repeating: (number(0), number(2)), count: number(1))
        case .posts: postFaults += Array(repeating: (number(0), number(2)), count: number(1))
        case .sink: arm(numbers)
        case .crash: armedCrash = (number(1), number(0) == 1, number(2))
        case .full:
            disk.fill()
            troubleAt = max(troubleAt, now + number(0) * 1_000_000)
            agenda.add(.diskIsFree, at: now + number(0) * 1_000_000)
        case .ioerror:
            disk.fail(onSync: number(0) == 1)
            troubleAt = max(troubleAt, now + 60_000_000)
            agenda.add(.diskIsFree, at: now + 60_000_000)
        case .clock:
            wallOffset += number(0) * 1_000_000
            noteClock(number(0))
            troubleAt = max(troubleAt, now)
        case .suspend:
            sleepsUntil = max(sleepsUntil, now + number(0) * 1_000_000)
            troubleAt = max(troubleAt, sleepsUntil)
        case .scan: try await tellAll(.scanRequested)
        case .retry, .discard: try await handleParked(discards: stimulus.name == .discard)
        case .see, .silence, .chore, .problem, .reload, .away: try await meetTelling(stimulus.name, numbers)
        }
        // A machine that was killed while nothing was to be committed.
        if stimulus.name == .crash, number(1) == 0 { throw Crash() }
    }

    /// The system tells the program of it.
    private func noteClock(_ seconds: Int) {
        memory.telling.clockSteps += 1
        if abs(seconds) > 86_400 { memory.telling.mayForget = true }
        guard household.number > 0 else { return }
        ringLanes()
        agenda.add(.reminders(life: life), at: now)
    }

    private func arm(_ numbers: [Int]) {
        guard numbers.count == 4, let fault = SinkModel.Fault(rawValue: numbers[1]) else { return }
        tally.note("sink \(fault)")
        sinks[numbers[0] % sinks.count].arm(fault, times: numbers[2], seconds: numbers[3], at: now)
    }

    /// Child, cents, what becomes of its messages, which text, seconds until lists show it, seconds that its time is earlier.
    private func add(_ numbers: [Int]) {
        guard numbers.count == 6 else { return }
        let isTold = numbers[2] != 1 && now >= deafUntil
        let row = server.add(
            numbers[0] % 3, cents: numbers[1], text: "Kite \(numbers[3])", at: now,
            visibleAt: now + numbers[4] * 1_000_000, stampedBack: numbers[5], isHintLost: isLinkUp && !isTold)
        announce(row, fate: numbers[2])
    }

    private func link(isUp: Bool) async throws {
        isLinkUp = isUp
        try await tellAll(.linkChanged(isUp: isUp))
    }

    /// - Parameter person: 0 for nobody.
    func signIn(_ person: Int) async throws {
        guard person != self.person else { return }
        self.person = person
        if person > 0 { try await tellAll(.scanRequested) }
    }

    func tellAll(_ event: SyncEvent) async throws {
        guard let program else { return }
        switch event {
        case .linkChanged(isUp: true), .scanRequested: memory.hurry()
        default: break
        }
        for index in program.engines.indices { agenda.add(.event(event, engine: index, life: life), at: now) }
    }

    // MARK: Entries

    private static let parked = Query<IntentRow.ID>(
        "simulation.parked", "SELECT id FROM intent WHERE state = 'parked' ORDER BY number")

    func handleParked(discards: Bool) async throws {
        guard let store = program?.store, let ids = try? await store.read("parked", { try $0.all(Self.parked) }) else {
            return
        }
        for id in ids {
            let intents = StoredIntents(store)
            _ =
                discards
                ? try? await intents.discard(id, now: wall) : try? await intents.retry(id, now: wall)
            if !discards { memory.retried.insert(id) }
            memory.hurry()
        }
        try await tellAll(.intentsChanged)
    }
}
