package import HTTPClient
package import MQTT
package import Observability
import Runtime
package import Store
package import Systemd
import TextFormats
package import Values

/// Carries what waits in the outbox to the targets, each in a lane of its own.
///
///     let relay = Relay(store: store, http: http, bus: bus, logger: logger, metrics: metrics)
///     await relay.take(try relay.targets(configurations))
///     try await relay.start()     // what the last process left under way is in doubt now
///     await relay.run()           // until stop()
package actor Relay: Service {
    /// Where alerts are to go, made ready: what can't be used has been refused.
    package struct Targets: Sendable {
        fileprivate let assignments: [LaneAssignment]
        fileprivate let rules: RuleSet
    }

    /// Stands in reports of a start or stop that failed.
    package nonisolated let name = "relay"

    private let store: Store
    private let http: HTTPClient
    private let bus: SessionBus?
    private let clock: RelayClock
    private let backoff: Backoff
    private let logger: Logger
    private let metrics: RelayMetrics
    private let testCommand: @Sendable (_ target: String) -> String
    /// In the order of the settings.
    private var lanes: [Lane] = []
    /// Of targets that are configured no longer.
    private var paused: [Lane] = []
    /// As the deliveries to come are planned by.
    private var rules = RuleSet([], targets: [])
    /// As many as there are targets.
    private let arrivals = BoundedChannel<Lane>(limit: 1)
    private let doors = Lock([String: (door: LaneDoor, edits: Bool)]())
    private let gates = RateGates()
    private let companions = Companions()
    private let network: MQTTNetwork?
    private let lasting = LastingParts()
    private let reminders: Reminders
    /// Where people's desktops come to be told.
    package nonisolated let desktops = DesktopExchange()
    /// Clicks at this session's popups by which somebody approves a chore; for one reader.
    package nonisolated let approvals: AsyncStream<ApprovalClick>
    private nonisolated let clicks: AsyncStream<ApprovalClick>.Continuation

    /// A relay without targets.
    ///
    /// - Parameters:
    ///   - http: shared by all targets that trust the system's certificate authorities.
    ///   - bus: `nil` where there is no session; desktop targets wait then.
    ///   - network: for connections that last; without one a broker is only visited, and keeps no states.
    ///   - testCommand: what a person types to have a target tried that was mended; for the log.
    package init(
        store: Store, http: HTTPClient, bus: SessionBus?, network: MQTTNetwork? = nil, logger: Logger,
        metrics: RelayMetrics,
        testCommand: @escaping @Sendable (_ target: String) -> String = { "pocketbell target test \($0)" }
    ) {
        self.init(
            store: store, http: http, bus: bus, network: network, logger: logger, metrics: metrics,
            testCommand: testCommand, clock: .system, backoff: Backoff())
    }

    /// With a clock, dice and delays of the caller's own.
    init(
        store: Store, http: HTTPClient, bus: SessionBus?, network: MQTTNetwork? = nil, logger: Logger,
        metrics: RelayMetrics,
        testCommand: @escaping @Sendable (_ target: String) -> String = { "pocketbell target test \($0)" },
        clock: RelayClock, backoff: Backoff
    ) {
        self.store = store
        self.http = http
        self.bus = bus
        self.network = network
        self.clock = clock
        self.backoff = backoff
        self.logger = logger.component("relay")
        self.metrics = metrics
        self.testCommand = testCommand
        (approvals, clicks) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(64))
        reminders = Reminders(store: store, clock: clock, logger: self.logger)
    }

    /// - Parameters:
    ///   - configurations: one for each target.
    ///   - locale: in whose money and time alerts are told.
    ///   - rules: from which samples have their words, and that say who reads what; `nil`: no rule, and parents alone.
    /// - Throws: `SecretSourceError` for a secret that cannot be read, ``RelayError`` for a target whose URL or key can't be used.
    package nonisolated func targets(
        _ configurations: [TargetConfiguration], in locale: AlertLocale = AlertLocale(), rules: RuleSet? = nil
    ) throws -> Targets {
        let tools = TargetTools(
            http: http, bus: bus, network: network, lasting: lasting, clock: clock, desktops: desktops)
        let rules = rules ?? RuleSet([], targets: configurations.map(\.name))
        var assignments: [LaneAssignment] = []
        for configuration in configurations {
            let audience = rules.audience(of: configuration.name)
            assignments.append(
                try LaneAssignment(
                    configuration, in: locale, by: tools, for: audience, backoff: backoff, gates: gates))
        }
        return Targets(assignments: assignments, rules: rules)
    }

    /// Carries alerts to these from now on, and to no others. No target waits for another one: each is taken as soon as no
    /// attempt of it is under way, which is not broken off.
    package func take(_ targets: Targets) async {
        let (known, new) = (lanes + paused, targets.assignments)
        rules = targets.rules
        await reminders.take(rules)
        lanes = new.map { assignment in
            if let lane = known.first(where: { $0.name == assignment.target.name }) { return lane }
            let command = testCommand(assignment.target.name)
            let lane = Lane(
                assignment, store: store, clock: clock, logger: logger, metrics: metrics, testCommand: command)
            arrivals.push(lane)
            return lane
        }
        let chosen = Dictionary(new.map { ($0.target.name, $0) }) { first, _ in first }
        paused = known.filter { chosen[$0.name] == nil }
        doors.withLock { $0 = chosen.mapValues { ($0.door, $0.edits) } }
        // What it does beside is about the whole family, and nothing for a child.
        let wanted = chosen.compactMapValues { assignment in
            rules.isReadByChildren(assignment.target.name) ? assignment.companion?.forbidden : assignment.companion
        }
        await companions.take(wanted.filter { one in !wanted.values.contains { one.value.undoes($0) } })
        for lane in known {
            if let assignment = chosen[lane.name] { await lane.take(assignment) } else { await lane.pause() }
        }
    }

    /// Turns what the last process had under way into deliveries in doubt. Call it before ``run()``, until it succeeds.
    ///
    /// - Throws: `StoreError` when the outbox can't be written; nothing has changed then.
    package func start() async throws(StoreError) {
        let count = try await store.recoverAttempts(now: clock.now())
        if count > 0 { logger.warning("deliveries are in doubt after the last end", [.count: .integer(count)]) }
    }

    /// What the rules planned, on its way straight into the lanes that have nothing else to do.
    package nonisolated func admitting(_ alerts: [PlannedAlert]) -> [PlannedAlert] {
        let doors = doors.withLock { $0 }
        return alerts.map { alert in
            var alert = alert
            for index in alert.deliveries.indices {
                let lane = doors[alert.deliveries[index].target]
                alert.deliveries[index].door = lane?.door
                if lane?.edits != true { alert.deliveries[index].living = nil }
            }
            return alert
        }
    }

    /// Works until ``stop()``, and then until the attempts under way have their outcome.
    ///
    /// - Throws: `StoreError` when the store is lost: another try could only do harm.
    package func run() async throws {
        // Before the first look, so that nothing is missed in between.
        let (changes, comings, seen) = (store.newAlerts(), desktops.changes(), Sightings(store).news())
        async let _: Void = ring(at: changes)
        async let _: Void = ring(at: comings)
        async let _: Void = watchDesktop()
        async let _: Void = takeAway(seen)
        async let _: Void = companions.run(beside: store, logger)
        async let _: Void = reminders.run()
        var failure: (any Error)?
        do {
            try await runTasks(forEach: arrivals) { try await $0.run() }
        } catch {
            failure = error
        }
        for lane in lanes + paused { await lane.close() }
        await companions.stop()
        if let failure { throw failure }
    }

    private func ring(at changes: some AsyncSequence<Void, Never>) async {
        for await _ in changes { for lane in lanes { lane.ring() } }
    }

    private func watchDesktop() async {
        guard let bus else { return }
        let notifications = DesktopNotifications(bus: bus, application: DesktopTarget.application)
        for await event in notifications.events() {
            guard let news = TargetNews(event) else { continue }
            // A lane that a reload may bring back must not know popups of a server that is gone.
            if news == .notificationServerChanged { for lane in paused { await lane.take(news) } }
            for lane in lanes {
                // What a person has done is kept before anything else is tried.
                let seen = await lane.seen(by: news)
                if !seen.isEmpty { await markSeen(seen, by: lane.name) }
                if case .popupApproved = news, let alert = seen.first { order(alert, at: lane.name) }
                await lane.take(news)
            }
        }
    }

    private func order(_ alert: AlertRow.Key, at target: String) {
        guard case .dropped = clicks.yield(ApprovalClick(alert: alert, target: target)) else { return }
        logger.warning(
            "a click to approve a chore was lost: too many wait for the store", [.reason: .text("target \(target)")])
    }

    private func markSeen(_ alerts: [AlertRow.Key], by target: String) async {
        do {
            try await Sightings(store).mark(alerts, by: target, at: clock.now(), counts: counting)
        } catch {
            logger.warning("the outbox can't be written", [.detail: .text(error.description)])
        }
    }

    /// What somebody has seen, however they said so, need not stay on other screens. At a target of somebody else's it stays: who
    /// looked at the one has told nobody at the other, and a child's look takes nothing from a parent's screen.
    private func takeAway(_ seen: AsyncStream<SeenNews>) async {
        for await news in seen {
            for (target, alerts) in news.told where leaves(target, seenAt: news.place) {
                await lanes.first { $0.name == target }?.wasSeen(alerts)
            }
        }
    }

    private func leaves(_ target: String, seenAt place: String) -> Bool {
        guard lanes.contains(where: { $0.name == place }) else { return true }
        return rules.sharesReader(target, with: place) && rules.onlookers.count(at: place, for: target, told: [])
    }

    /// Of what a target was told last, what need not stay on its screens since somebody has seen it: for one that was away meanwhile.
    ///
    /// - Throws: when the outbox can't be read.
    package func seen(awayFrom target: String) async throws(StoreError) -> [AlertRow.Key] {
        let told = try await store.read("relay.seen") { snapshot in
            try snapshot.toldLast(at: target).map { told in
                (key: told.key, places: try snapshot.sightings(of: told.key).map(\.by))
            }
        }
        return told.filter { $0.places.contains { leaves(target, seenAt: $0) } }.map(\.key)
    }

    /// Whose look counts for whom, by the rules that run.
    package var counting: Sightings.Counting { rules.onlookers.counting }

    /// Whether a parent can approve at this target what it shows; `nil`: nobody can, as where a child reads.
    package func approval(at target: String) async -> ApprovalTerms? {
        guard !rules.isReadByChildren(target) else { return nil }
        return await lanes.first { $0.name == target }?.upcoming.target.approval
    }

    /// Shows there what became of a click.
    package func tell(_ notice: ApprovalNotice, at target: String) async {
        guard let assignment = await lanes.first(where: { $0.name == target })?.upcoming else { return }
        await assignment.target.tell(notice, in: assignment.renderer.locale)
    }

    /// No new attempt from now on.
    package func stop() async {
        arrivals.finish()
        await reminders.stop()
        for lane in lanes + paused { await lane.stop() }
    }

    /// What an alert says to people when it is sent by itself: the time in it is seen from the moment of sending.
    ///
    /// - Parameters:
    ///   - locale: the readers' currency, zone and language.
    ///   - style: the target's own.
    ///   - moment: of sending.
    package static func words(
        of work: DeliveryWork, in locale: AlertLocale, style: AlertStyle = AlertStyle(), sentAt moment: Timestamp
    ) -> (title: String, text: String) {
        var templates = TemplateCache()
        let renderer = AlertRenderer(target: work.delivery.target, style: style, locale: locale)
        let alert = renderer.render(work, &templates, now: moment)
        return (alert.title, alert.text)
    }

    /// How each target is doing, in the order of the settings.
    package func status() async -> [LaneStatus] {
        var status: [LaneStatus] = []
        for lane in lanes { status.append(await lane.status) }
        return status
    }

    /// A person wants the target with this name tried again now, however long it was to be left alone.
    package func tryAgain(target name: String) async {
        await lanes.first { $0.name == name }?.targetIsBack()
    }

    /// This machine's network has come back: targets that could not be reached when they were tried last (the name was not found,
    /// no way, the connection refused or not made in time) are tried again now. Those that answered keep their time, whatever
    /// they said, and so does what may have arrived.
    package func networkCameUp() async {
        for lane in lanes { await lane.networkCameUp() }
    }

    /// The machine has slept, or its clock was set: what is stored moves along at once.
    package func clocksChanged() async {
        for lane in lanes { lane.ring() }
        reminders.ring()
    }

    /// Sends a sample to one target, past the outbox, and tells exactly what it answered. If it works, its lane goes on.
    ///
    /// - Throws: `unknownTarget`.
    package func test(target name: String) async throws(RelayError) -> TestReport {
        guard let lane = lanes.first(where: { $0.name == name }) else {
            throw RelayError(
                .unknownTarget, "there is no target '\(name)'", nextStep: nearestHint(to: name, in: lanes.map(\.name)))
        }
        let assignment = await lane.upcoming
        let report = await assignment.trial(Self.sample(assignment.renderer, rules, now: clock.now()))
        if report.isDelivered {
            await lane.targetIsBack(isProven: true)
        } else if report.showsFailure {
            await lane.sampleFailed(report.reason, report.sentence)
        }
        return report
    }

    /// Tells of a problem past the outbox, while the store takes nothing: nobody but this process knows that it was told.
    ///
    /// - Parameter delivery: to whom, and in which words.
    /// - Returns: whether the target took it.
    package func tell(
        _ notice: AlertRow.Notice, as event: AlertRow.Event, by delivery: PlannedDelivery
    ) async -> Bool {
        guard let lane = lanes.first(where: { $0.name == delivery.target }) else { return false }
        let assignment = await lane.upcoming
        var templates = TemplateCache()
        let alert = assignment.renderer.render(
            AlertFacts(notice, as: event, at: clock.now()), template: templates.template(delivery.template),
            style: delivery.style.map { AlertStyle(stored: $0) } ?? AlertStyle(), &templates, isRepeat: false,
            now: clock.now())
        return await assignment.trial(alert).isDelivered
    }

    /// Sends a sample to a target that no relay has yet, and tells exactly what it answered.
    ///
    /// - Throws: `SecretSourceError` for a secret that cannot be read, ``RelayError`` for one whose URL or key can't be used.
    package static func test(
        _ configuration: TargetConfiguration, http: HTTPClient, bus: SessionBus?
    ) async throws -> TestReport {
        let (clock, rules) = (RelayClock.system, RuleSet([], targets: []))
        let assignment = try LaneAssignment(
            configuration, in: AlertLocale(), by: TargetTools(http: http, bus: bus, clock: clock), for: .parents,
            backoff: Backoff())
        let report = await assignment.trial(sample(assignment.renderer, rules, now: clock.now()))
        await assignment.close()
        return report
    }

    /// In the words and with the looks of the first rule that tells this target of transactions.
    private static func sample(_ renderer: AlertRenderer, _ rules: RuleSet, now: Timestamp) -> RenderedAlert {
        let rule = rules.example(for: renderer.target)
        var templates = TemplateCache()
        return renderer.render(
            .sample(at: now, by: rule, in: renderer.locale.language), template: templates.template(rule?.template),
            style: rule?.style ?? AlertStyle(),
            &templates, isRepeat: false, now: now)
    }
}

extension LaneAssignment {
    /// Sends an alert past the outbox.
    fileprivate func trial(_ alert: RenderedAlert) async -> TestReport {
        let start = ContinuousClock.now
        let body = target.body(for: alert, stored: nil)
        let attempt = await target.deliver(alert, body: body)
        return TestReport(
            target: target.name, title: alert.titleWithRemark, text: alert.text,
            body: body.map { target.withoutSecrets(String(decoding: $0, as: UTF8.self)) },
            isDelivered: attempt.verdict.kind == .delivered, taken: taken, sentence: attempt.verdict.detail,
            reason: attempt.verdict.reason, status: attempt.answer?.status,
            answer: TextLimit.utf16(2_000).cut(UserText.cleaned(attempt.answer?.text ?? "")),
            took: start.duration(to: .now))
    }
}

extension LogKey {
    static let target = LogKey("relay.target")
    static let delivery = LogKey("relay.delivery.id")
    static let attempt = LogKey("relay.attempt")
    static let reason = LogKey("relay.reason")
    static let detail = LogKey("relay.detail")
    static let nextStep = LogKey("relay.next_step")
    static let step = LogKey("relay.clock.step")
    static let count = LogKey("relay.count")
}
