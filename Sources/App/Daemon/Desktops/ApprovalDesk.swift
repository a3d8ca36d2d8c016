import Control
import Observability
import Relay
import Runtime
import SQLite
import Store

/// Carries out what people click who approve a chore at a popup: the order goes the command line's own way, and what becomes of it
/// comes back as a popup, unless it is done.
final class ApprovalDesk: Service {
    /// What it needs of the running program.
    struct Surroundings: Sendable {
        /// Whether one may approve at a target, and by whose login.
        let terms: @Sendable (_ target: String) async -> ApprovalTerms?
        let tell: @Sendable (ApprovalNotice, _ target: String) async -> Void
        /// What the control socket answers.
        let order: @Sendable (ControlRequest) async -> ControlAnswer
    }

    /// An order on its way.
    private struct Followed: Sendable {
        let intent: IntentRow.ID
        let details: String
        let targets: Set<String>
        /// Nobody was told yet that it waits.
        let isNew: Bool
    }

    let name = "approvals"

    private let store: Store
    private let exchange: DesktopExchange
    private let clicks: AsyncStream<ApprovalClick>
    private let surroundings: Surroundings
    private let logger: Logger
    private let patience: Duration
    private let orders = BoundedChannel<Followed>(limit: 256)
    private let followed = Lock(Set<IntentRow.ID>())
    /// What each target's desktops were told to take away since the program began; one that comes later is told by itself.
    private let cleared = Lock([String: Set<AlertRow.Key>]())
    private let end = Bell()

    /// - Parameters:
    ///   - clicks: at this session's own popups.
    ///   - patience: so long nobody is told that it waits: most are through by then.
    init(
        store: Store, exchange: DesktopExchange, clicks: AsyncStream<ApprovalClick>, logger: Logger,
        patience: Duration = .seconds(10), surroundings: Surroundings
    ) {
        (self.store, self.exchange, self.clicks, self.logger) = (store, exchange, clicks, logger)
        (self.patience, self.surroundings) = (patience, surroundings)
    }

    /// Orders it, unless there is nothing to approve; who clicked is told then. When this returns, what was ordered is on the disk.
    ///
    /// - Returns: `false` where nobody may approve at that target, or where it was never told of such a chore.
    /// - Throws: what the store says; nothing was ordered then.
    func take(_ click: ApprovalClick) async throws(StoreError) -> Bool {
        guard let terms = await surroundings.terms(click.target),
            let chore = try await ChoreApproval(click.alert, toldAt: click.target, in: store)
        else {
            logger.warning(
                "a chore was to be approved where nobody may", [.reason: .text("target \(click.target)")])
            return false
        }
        switch chore.step {
        case .tell(let outcome): await tell(outcome, of: chore, at: click.target)
        case .order(let id):
            var draft = OrderDraft(id: id.rawValue, .approveChore)
            (draft.child, draft.record) = (chore.child.id.rawValue, chore.record.rawValue)
            draft.account = terms.account
            switch await surroundings.order(ControlRequest(.post, ["orders"], body: draft.json)) {
            case .refused(let refusal):
                await tell(.refused(refusal.sentence(at: click.target)), of: chore, at: click.target)
            case .value, .text, .picture:
                logger.info("a chore was approved at a popup", [.reason: .text("target \(click.target)")])
                follow(Followed(intent: id, details: chore.details, targets: [click.target], isNew: true))
            }
        }
        return true
    }

    /// Nobody sends a click at this session's own popup again: with it the popup is gone.
    private func takeHere(_ click: ApprovalClick) async {
        do throws(StoreError) {
            _ = try await take(click)
        } catch {
            logger.warning(
                "a click to approve a chore was lost: the store can't be read",
                [.reason: .text("target \(click.target): \(error.description)")])
            // What the chore is called stands where nobody can look now.
            let notice = ApprovalNotice(
                .refused("the store can't be read; try again with: pocketbell chores approve"), details: "{}",
                occasion: "\(click.alert.rawValue)|\(WallClock.system.now)")
            await surroundings.tell(notice, click.target)
        }
    }

    private func tell(_ outcome: ApprovalNotice.Outcome, of chore: ChoreApproval, at target: String) async {
        // Each click is answered, also the second one of the same chore.
        let occasion = "\(chore.record.rawValue)|\(WallClock.system.now)"
        await surroundings.tell(ApprovalNotice(outcome, details: chore.details, occasion: occasion), target)
    }

    // MARK: What becomes of them

    func run() async throws {
        // Before the first look, so that nothing is missed in between.
        let (comings, records) = (exchange.changes(), store.database.changes(to: ["record"]))
        await firstToEnd(
            { [end] in _ = await end.wait(atMost: nil) },
            { try? await runTasks(forEach: self.orders) { await self.carryOut($0) } },
            { for await click in self.clicks { await self.takeHere(click) } },
            {
                await self.takeUp()
                for await _ in comings { await self.takeUp() }
            },
            {
                await self.clearScreens()
                for await _ in records { await self.clearScreens() }
            })
    }

    func stop() async { end.close() }

    private func follow(_ order: Followed) {
        guard followed.withLock({ $0.insert(order.intent).inserted }) else { return }
        orders.push(order)
    }

    private func carryOut(_ order: Followed) async {
        defer { _ = followed.withLock { $0.remove(order.intent) } }
        var row = await look(at: order.intent, endedWithin: order.isNew ? patience : .zero)
        if let row, order.isNew, row.state.isWaiting, row.state != .acked {
            await tell(.waits, row, order)
        }
        while let waiting = row, waiting.state.isWaiting, !Task.isCancelled {
            row = await look(at: order.intent, endedWithin: .seconds(3_600))
        }
        guard let row, row.state == .parked || row.state == .superseded else { return }
        await tell(.refused(row.reason ?? "the family server did not take it"), row, order)
    }

    private func look(at intent: IntentRow.ID, endedWithin limit: Duration) async -> IntentRow? {
        await untilReadable { () throws(StoreError) in
            try await StoredIntents(self.store).intent(intent, endedWithin: limit)
        } ?? nil
    }

    /// Tries again while the store fails, so that nobody waits in vain for what becomes of a click; `nil` once it is closed.
    private func untilReadable<Value: Sendable>(_ read: () async throws(StoreError) -> Value) async -> Value? {
        var isFirst = true
        while !Task.isCancelled {
            do throws(StoreError) {
                return try await read()
            } catch {
                guard error.kind != .closed, error.kind != .cancelled else { return nil }
                if isFirst { logger.warning("approvals can't be read", [.reason: .text(error.description)]) }
                isFirst = false
                try? await Task.sleep(for: .seconds(5))
            }
        }
        return nil
    }

    private func tell(_ outcome: ApprovalNotice.Outcome, _ row: IntentRow, _ order: Followed) async {
        // The same at every repeat: who was told is not told again.
        let occasion = "\(row.id.rawValue)|\(row.state)|\(row.lastAttemptAt.map { "\($0)" } ?? "")"
        let notice = ApprovalNotice(outcome, details: order.details, occasion: occasion)
        for target in order.targets.sorted() { await surroundings.tell(notice, target) }
    }

    /// Those of before a restart, and those that were refused while a desktop was away.
    private func takeUp() async {
        let open = await untilReadable { () throws(StoreError) in
            try await store.read("approvals.open") { try $0.openIntents() }
        }
        for intent in open ?? [] where ChoreApproval.isClick(intent) {
            guard let record = intent.order.record?.record,
                let alerts = await untilReadable({ () throws(StoreError) in
                    try await Explaining(store).alerts(ofRecord: record.rawValue)
                })
            else { continue }
            let told = alerts.filter { $0.alert.event == .choreWaiting && $0.child?.server == intent.server }
            var targets: Set<String> = []
            for target in Set(told.flatMap(\.targets)) where await surroundings.terms(target) != nil {
                targets.insert(target)
            }
            guard let details = told.compactMap(\.alert.details).first, !targets.isEmpty else { continue }
            follow(Followed(intent: intent.id, details: details, targets: targets, isNew: false))
        }
    }

    /// A chore that was approved or rejected, by whomever, needs no button any more.
    private func clearScreens() async {
        for target in Set(exchange.presences.map(\.target)) {
            let known = cleared.withLock { $0[target] ?? [] }
            let settled = await untilReadable { () throws(StoreError) -> [AlertRow.Key] in
                try await self.settled(at: target, known: known)
            }
            guard let settled else { return }
            cleared.withLock { $0[target] = Set(settled) }
            let new = settled.filter { !known.contains($0) }
            if !new.isEmpty { exchange.wasSeen(new.map(\.rawValue).sorted(), at: target) }
        }
    }

    /// Of the chores that a target was told last, those that nobody has to approve any more.
    ///
    /// - Parameter known: to be so already; what is decided stays so, and is not asked again.
    func settled(at target: String, known: Set<AlertRow.Key> = []) async throws(StoreError) -> [AlertRow.Key] {
        var settled: [AlertRow.Key] = []
        let told = try await store.read("approvals.told") { try $0.toldLast(at: target) }
        for alert in told where alert.event == .choreWaiting {
            var isOver = known.contains(alert.key)
            if !isOver { isOver = try await ChoreApproval(alert.key, toldAt: nil, in: store)?.isSettled == true }
            if isOver { settled.append(alert.key) }
        }
        return settled
    }
}

extension ControlAnswer.Refusal {
    /// With its next step, for who has clicked at a target: nobody can type an option there.
    func sentence(at target: String) -> String {
        guard accounts.isEmpty else {
            let keys = accounts.map { "approve-as: \($0)" }.joined(separator: " or ")
            return "\(message); add \(keys) to the target \(target)"
        }
        return hint.map { "\(message); \($0)" } ?? message
    }
}
