import Testing
import Values

@testable import Control
@testable import Store

@Suite("What comes next of a delivery", .timeLimit(.minutes(1)))
struct DeliveryOutlookTests {
    private let commands = ProgramCommands(isService: false, namedFile: nil)
    private let later = Installation.moment.advanced(by: .seconds(40))

    private func target(_ state: LiveStatus.Target.State) -> LiveStatus.Target {
        var target = LiveStatus.Target(name: "house", state: state)
        target.nextTryAt = state == .working ? nil : later
        return target
    }

    /// Of the second of two deliveries, in a state.
    private func outlook(
        _ outcome: AttemptOutcome? = nil, _ target: LiveStatus.Target?, isRunning: Bool = true, first: Int64? = 2
    ) async throws -> DeliveryOutlook {
        let installation = try await Installation()
        for number in 1...2 { try await installation.alert(number, to: "house") }
        if let outcome {
            try await installation.begin(2)
            try await installation.finish(2, outcome)
        }
        let work = try #require(try await installation.store.history(of: .init(rawValue: 2))?.delivery.work)
        await installation.store.close()
        return DeliveryOutlook(
            work.delivery, target: target, isRunning: isRunning, first: first.map { .init(rawValue: $0) },
            commands: commands, now: Installation.moment)
    }

    @Test("one that waits says for whom and until when", arguments: LiveStatus.Target.State.allCases, [true, false])
    func waiting(_ state: LiveStatus.Target.State, isFirst: Bool) async throws {
        let found = try await outlook(nil, target(state), first: isFirst ? 2 : 1)
        #expect(found.behind?.rawValue == (isFirst ? nil : 1))
        #expect(found.sentence.hasPrefix("it waits behind delivery 1: ") != isFirst)
        switch state {
        case .working: #expect(found.sentence.hasSuffix("it is about to be sent") && found.at == nil)
        case .failing: #expect(found.sentence.hasSuffix("house fails and is tried again") && found.at == later)
        case .suspended:
            #expect(
                found.sentence.hasSuffix(
                    "reload (systemctl --user reload pocketbell; or start it again), then pocketbell target test house")
                    && found.at == later)
        }
    }

    @Test("one that failed alone says when it is tried, one in doubt that it may have arrived")
    func tried() async throws {
        let retry = try await outlook(.retry(at: later), target(.working))
        #expect(retry.sentence == "it is tried again by itself" && retry.at == later)
        let doubt = try await outlook(.inDoubt(retryAt: later), target(.working))
        #expect(doubt.sentence.hasPrefix("it may have arrived") && doubt.at == later)
    }

    @Test("one that is held says until when, and how it is sent sooner, whatever its target does")
    func held() async throws {
        let installation = try await Installation()
        try await installation.alert(1, to: "house", heldUntil: later)
        let work = try #require(try await installation.store.history(of: .init(rawValue: 1))?.delivery.work)
        func found(_ target: LiveStatus.Target?, at now: Timestamp = Installation.moment) -> DeliveryOutlook {
            DeliveryOutlook(
                work.delivery, target: target, isRunning: target != nil, first: nil, commands: commands, now: now)
        }
        let held = found(target(.failing))
        #expect(held.sentence.hasPrefix("it is held for quiet hours") && held.at == later)
        #expect(held.sentence.hasSuffix("pocketbell deliveries retry 1"))
        #expect(found(nil).sentence.contains("pocketbell run"), "nobody lets it go")
        #expect(found(target(.working), at: later).sentence == "it is about to be sent")
        await installation.store.close()
    }

    @Test("one that was kept silent says so, and how it is sent all the same")
    func silenced() async throws {
        let installation = try await Installation()
        _ = try await installation.store.write {
            try $0.silence(.target("house"), until: later, at: Installation.moment)
        }
        try await installation.alert(1, to: "house")
        let work = try #require(try await installation.store.history(of: .init(rawValue: 1))?.delivery.work)
        let found = DeliveryOutlook(
            work.delivery, target: target(.working), isRunning: true, first: nil, commands: commands,
            now: Installation.moment)
        #expect(found.sentence.hasPrefix("nothing: somebody wanted silence"))
        #expect(found.sentence.hasSuffix("pocketbell deliveries retry 1"))
        await installation.store.close()
    }

    @Test("what its target's readers may not know of says so, and not that it may have arrived")
    func barred() async throws {
        let installation = try await Installation()
        try await installation.alert(1, to: "house")
        try await installation.store.write {
            try $0.bar(.init(rawValue: 1), detail: "why", now: Installation.moment)
        }
        let work = try #require(try await installation.store.history(of: .init(rawValue: 1))?.delivery.work)
        let found = DeliveryOutlook(
            work.delivery, target: target(.working), isRunning: true, first: nil, commands: commands,
            now: Installation.moment)
        #expect(found.sentence == "nothing: who reads its target may not know of it" && found.at == nil)
        await installation.store.close()
    }

    @Test("without a program, or without its target, it waits for these")
    func alone() async throws {
        let stopped = try await outlook(nil, nil, isRunning: false)
        #expect(stopped.sentence.contains("pocketbell run") && stopped.at == nil)
        let gone = try await outlook(nil, nil)
        #expect(gone.sentence == "it waits for the target house, which is not configured")
    }

    @Test("what is at its end says so, and how it is sent again where it can be")
    func ends() async throws {
        #expect(try await outlook(.delivered, target(.working)).sentence == "nothing: its target took it")
        #expect(try await outlook(.dead, target(.failing)).sentence.hasSuffix("pocketbell deliveries retry 2"))
        #expect(try await outlook(.dead, target(.failing)).at == nil)
        #expect(try await outlook(.skipped, target(.working)).sentence.hasPrefix("nothing: it may have arrived"))
    }
}
