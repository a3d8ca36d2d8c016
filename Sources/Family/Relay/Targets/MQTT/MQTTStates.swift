import MQTT
import Observability
import Runtime
import Store
import Values

/// Keeps at a broker what is true of each child: after each connection all of it, read from the store then, and afterwards what has
/// changed. So nothing there is older than the store, whatever happened to either meanwhile.
final class MQTTStates: TargetCompanion {
    let topics: MQTTTopics
    let link: MQTTLink
    private let locale: AlertLocale
    private let redaction: Redaction
    private let ending = Lock(CompanionEnding?.none)

    /// Between two attempts to reach a broker that is away.
    static let pauses: [Duration] = [.seconds(1), .seconds(5), .seconds(15), .seconds(60)]
    /// Home Assistant asks everybody at once when it has started.
    private static let courtesy = Duration.seconds(2)
    /// To take back what was left, before the program may end.
    private static let withdrawalLimit = Duration.seconds(8)

    init(topics: MQTTTopics, link: MQTTLink, locale: AlertLocale, redaction: Redaction) {
        (self.topics, self.link, self.locale, self.redaction) = (topics, link, locale, redaction)
    }

    private var discovery: HomeDiscovery { HomeDiscovery(topics: topics, locale: locale) }

    func isSame(as other: any TargetCompanion) -> Bool {
        guard let other = other as? MQTTStates else { return false }
        return link === other.link && topics == other.topics && locale.currency == other.locale.currency
            && locale.language == other.locale.language
    }

    var forbidden: (any TargetCompanion)? {
        MQTTWithdrawal(topics: topics, link: link, locale: locale, redaction: redaction)
    }

    func end(_ ending: CompanionEnding) {
        self.ending.withLock { $0 = $0 ?? ending }
        link.bell.ring()
    }

    private var isEnding: Bool { ending.withLock { $0 != nil } }

    func run(beside store: Store, _ logger: Logger) async {
        await link.last()
        await firstToEnd({ await self.ringAtChanges(of: store) }, { await self.keep(store, logger) })
        let successor: (any TargetCompanion)?
        switch ending.withLock({ $0 }) {
        case .replaced(let by): successor = by
        case .programEnds, nil: return await link.leave(saying: MQTTPlace.offline)
        }
        let isGone = await withTimeLimit(Self.withdrawalLimit) { await self.withdraw(for: successor, store) }
        if isGone != true {
            logger.warning("states remain at the broker", [.nextStep: .text("docs/targets.md says how to remove them")])
        }
    }

    /// Never ends before it is cancelled: a store that is closed has nothing more to say, and the end comes by itself.
    private func ringAtChanges(of store: Store) async {
        await ring(at: store.familyChanges())
        await Promise<Void, Never>().outcomeUnlessCancelled()
    }

    private func ring(at changes: some AsyncSequence<Void, Never>) async {
        for await _ in changes { link.bell.ring() }
    }

    private func keep(_ store: Store, _ logger: Logger) async {
        var failures = 0
        while !isEnding {
            do {
                let connection = try await link.connected()
                if failures > 0 { logger.info("the broker is back") }
                failures = 0
                try await serve(connection, store, logger)
            } catch let error as MQTTError {
                if failures == 0, !isEnding {
                    logger.warning("states are not kept at the broker", [.detail: .text(said(error))])
                }
                failures += 1
            } catch {
                // The store cannot be read, which it says itself.
                failures += 1
            }
            await pause(Self.pauses[min(failures, Self.pauses.count - 1)])
        }
    }

    private func said(_ error: MQTTError) -> String {
        error.verdict(within: link.place.addresses) { redaction.applied(to: $0) }.detail
    }

    /// Until the time has passed, a lane has made a connection, or this ends.
    private func pause(_ length: Duration) async {
        let end = ContinuousClock.now + length
        while !isEnding, await link.current == nil {
            let left = end - .now
            guard left > .zero else { return }
            await link.bell.wait(atMost: left)
        }
    }

    /// - Throws: `MQTTError` when the connection has ended, `StoreError` when the store cannot be read.
    private func serve(_ connection: MQTTConnection, _ store: Store, _ logger: Logger) async throws {
        var states = RetainedStates()
        try await subscribe(connection, logger)
        while !isEnding {
            link.bell.hush()
            if let end = connection.end { throw end }
            try await take(connection.takeMessages(), over: connection, &states)
            let picture = try await FamilyPicture.read(store)
            let strays = picture.isBlank ? [] : states.found.sorted().flatMap { names(of: $0) }
            for message in states.missing(wanted(picture), strays: strays) {
                try await tell(connection, message, logger)
                states.note(message)
            }
            guard !isEnding else { return }
            await link.bell.wait(atMost: nil)
        }
    }

    /// Home Assistant's start, and what the broker has kept since another time. Who may not read that goes without.
    private func subscribe(_ connection: MQTTConnection, _ logger: Logger) async throws(MQTTError) {
        do throws(MQTTError) {
            try await connection.subscribe(to: [topics.states] + (topics.birth.map { [$0.description] } ?? []))
        } catch {
            guard case .refused = error.kind, !error.mayHaveArrived else { throw error }
            logger.info("the broker lets nobody read what it keeps", [.detail: .text(said(error))])
        }
    }

    private func take(
        _ messages: [MQTTMessage], over connection: MQTTConnection, _ states: inout RetainedStates
    ) async throws {
        var (isBorn, isTakenBack) = (false, false)
        for message in messages {
            if message.topic == topics.birth, !message.isRetained, message.payload.elementsEqual(MQTTPlace.online) {
                isBorn = true
            }
            guard let child = topics.child(of: message.topic) else { continue }
            switch (message.payload.isEmpty, message.isRetained) {
            case (false, true): states.find(child)
            // Whoever took a state back, such as a target that knows this broker by another name, took the rest before it.
            case (true, _): isTakenBack = isTakenBack || states.keeps(message.topic)
            case (false, false): break
            }
        }
        if isTakenBack {
            try await connection.publish(MQTTMessage(topics.status, MQTTPlace.online, isRetained: true))
        } else {
            guard isBorn else { return }
            try await Task.sleep(for: Self.courtesy * Double.random(in: 0...1))
        }
        states.repeatAll()
    }

    private func wanted(_ picture: FamilyPicture) -> [MQTTMessage] {
        // A state first: what is described then has one.
        let code = locale.currency.code
        let states = picture.children.map { child in
            MQTTMessage(topics.state(of: child.key), child.state(currency: code), isRetained: true)
        }
        return states + discovery.messages(picture)
    }

    private func names(of child: String) -> [MQTTTopic] { [topics.state(of: child)] + discovery.topics(of: child) }

    /// What the broker refuses it refuses each time; the rest is told all the same.
    private func tell(_ connection: MQTTConnection, _ message: MQTTMessage, _ logger: Logger) async throws(MQTTError) {
        do throws(MQTTError) {
            try await connection.publish(message)
        } catch {
            switch error.kind {
            case .refused where !error.mayHaveArrived: break
            case .tooLarge: break
            default: throw error
            }
            logger.warning("the broker refuses a state", [.detail: .text(said(error))])
        }
    }

    // MARK: The end

    /// Takes back what the successor does not keep.
    private func withdraw(for successor: (any TargetCompanion)?, _ store: Store) async -> Bool {
        let next = (successor as? MQTTStates).flatMap { $0.isAtSameBroker(as: self) ? $0 : nil }
        let keepsStates = next?.topics.base == topics.base
        var remains = true
        if !keepsStates || next?.topics.discovery != topics.discovery {
            remains = (try? await takeBack(keepsStates: keepsStates, store)) == nil
        } else {
            remains = false
        }
        // Its successor says at once that it is there.
        await link.leave(saying: keepsStates ? MQTTPlace.offline : [])
        return !remains
    }

    private func isAtSameBroker(as other: MQTTStates) -> Bool {
        let (mine, its) = (link.place.options, other.link.place.options)
        return mine.host == its.host && mine.port == its.port
    }

    private func takeBack(keepsStates: Bool, _ store: Store) async throws {
        try await MQTTTraces(topics: topics, discovery: discovery)
            .erase(over: try await link.connected(), keepsStates: keepsStates, store)
    }
}
