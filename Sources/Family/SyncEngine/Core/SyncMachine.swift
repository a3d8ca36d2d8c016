/// Decides when to scan and what: one scan at a time, what comes meanwhile is remembered.
///
/// Times are counted from the engine's start.
package struct SyncMachine: Sendable {
    /// A scan to be carried out.
    package struct Order: Sendable, Equatable {
        /// What to read: all that was wanted when the order was made.
        package let scope: ScanScope
        /// Nobody was listening before it: what it finds without a hint was found afterwards.
        package let isAfterGap: Bool
        /// It may end without comparing balances; a later scan does.
        package let leavesCheck: Bool

        /// Only the machine makes orders; tests compare with them.
        package init(scope: ScanScope, isAfterGap: Bool, leavesCheck: Bool = false) {
            self.scope = scope
            self.isAfterGap = isAfterGap
            self.leavesCheck = leavesCheck
        }
    }

    /// The hub's connection. Where none was ever up, a scan finds things in their time; while it is down, afterwards.
    package enum Link: Sendable, Equatable { case neverUp, up, down }

    /// What a scan that works would show to be over.
    private enum Outage: Sendable {
        case none
        case ofLink(since: Duration)
        case ofScans
    }

    /// As people are shown it. After ``stop()`` no event changes it.
    package private(set) var state = SyncState.starting
    /// Follows ``linkChanged(isUp:at:)``.
    package private(set) var link = Link.neverUp
    /// Those that this machine has ordered.
    package private(set) var fullScans = FullScans()
    /// Since when the link is up; means nothing while it is not.
    private var linkUpAt: Duration = .zero
    private let timings: SyncTimings
    private let interval: Duration
    private var retry: RetrySchedule
    private var running: Order?
    private var wanted: ScanScope?
    /// The comparison of balances that scans have left: when it is due if nothing else is, and when at the latest.
    private var check: (at: Duration, by: Duration)?
    /// Before it no scan of hinted children has its balances compared, unless that is overdue.
    private var checkNotBefore: Duration = .zero
    /// The next full scan that nobody asked for.
    private var periodicAt: Duration = .zero
    private var deepAt: Duration
    /// Readings of the whole history that failed since one succeeded.
    private var deepFailures = 0
    /// Before it nothing is asked, except for somebody who insists.
    private var notBefore: Duration = .zero
    /// What the server itself asked for; nobody may insist against it.
    private var serverFloor: Duration = .zero
    private var failedAt: Duration = .zero
    private var lastHintAt: Duration?
    /// When the last scan began.
    private var orderedAt: Duration = .zero
    /// Nothing listened for a while, and no full scan has looked since.
    private var hasGap = true
    /// The link went down while a scan was running: that scan does not close the gap.
    private var gapSinceOrder = false
    private var outage = Outage.none

    /// - Parameter deepAt: when the whole history is due next.
    package init(interval: Duration, deepAt: Duration = .zero, timings: SyncTimings = SyncTimings()) {
        self.interval = interval
        self.deepAt = deepAt
        self.timings = timings
        retry = RetrySchedule(base: timings.retryBase, cap: timings.retryCap)
    }

    /// Whether a scan is running, or its comparison of balances is still to come.
    package var isScanning: Bool { running != nil || check != nil }
    /// Whether the hub is connected and no full scan has looked yet at what was said before.
    package var isCatchingUp: Bool { link == .up && hasGap }
    /// Whether the server itself has asked to be left alone now: nobody's wish for a scan changes that.
    package func isHeldBack(at now: Duration) -> Bool { now < serverFloor }
    /// In a row; 0 after a complete scan.
    package var failures: Int { retry.failures }

    /// The hub's handshake is done (a scan must follow it: what was said before is lost), or its connection is gone.
    package mutating func linkChanged(isUp: Bool, at now: Duration) {
        guard state != .stopped else { return }
        if isUp {
            guard link != .up else { return }
            (link, linkUpAt) = (.up, now)
            wanted = ScanScope.all.union(wanted)
            // Whoever shook hands is alive, and has taken our token.
            notBefore = now
            outage = .none
        } else if link == .up {
            link = .down
            if case .none = outage { outage = .ofLink(since: now) }
            hasGap = true
            gapSinceOrder = running != nil
        }
    }

    /// What the last reading lacked, or did not explain, is looked for in the whole history again: with the first full scan from then on.
    package mutating func deepWanted(at moment: Duration) { deepAt = min(deepAt, moment) }

    /// The hub has just said something.
    package mutating func hintArrived(at now: Duration) { lastHintAt = now }

    /// For how long the hub has been connected; `nil` if it is not.
    package func connected(at now: Duration) -> Duration? { link == .up ? now - linkUpAt : nil }

    /// The machine has slept, or its clock was set: what happened meanwhile is looked for, as far as nothing has to be waited for.
    package mutating func clocksChanged() {
        guard state != .stopped else { return }
        wanted = ScanScope.all.union(wanted)
    }

    /// A person, or a new login, wants a scan now.
    package mutating func scanRequested(at now: Duration) {
        guard state != .stopped else { return }
        wanted = ScanScope.all.union(wanted)
        notBefore = now
    }

    /// The scan to begin now, if any.
    ///
    /// - Parameter hints: what open hints need now.
    package mutating func nextOrder(hints: ScanScope?, at now: Duration) -> Order? {
        guard state != .stopped, running == nil, now >= serverFloor else { return nil }
        guard now >= notBefore || hints != nil && now >= hintsNotBefore else { return nil }
        let periodic: ScanScope? = now >= periodicAt ? .all : nil
        let asked = hints?.union(wanted) ?? wanted
        let comparison: ScanScope? = check.map { now >= $0.at } ?? false ? .children([]) : nil
        guard var scope = asked?.union(periodic) ?? periodic ?? comparison else { return nil }
        if scope.isFull, now >= deepAt { scope = .deep }
        let isLast = check.map { now >= $0.by } ?? false
        let order = Order(
            scope: scope, isAfterGap: hasGap, leavesCheck: !scope.isFull && scope != .children([]) && !isLast)
        (running, wanted, gapSinceOrder) = (order, nil, false)
        fullScans.begin(scope)
        orderedAt = now
        return order
    }

    /// When to ask again, if nothing happens before.
    package func nextDue(hints: Duration?) -> Duration? {
        guard state != .stopped, running == nil else { return nil }
        let own = max(wanted == nil ? min(periodicAt, check?.at ?? periodicAt) : notBefore, notBefore)
        let hinted = hints.map { max($0, min(notBefore, hintsNotBefore)) } ?? own
        return max(serverFloor, min(own, hinted))
    }

    /// A hint that came since the failed scan began is a sign of life, but no reason to ask a server again at once that has just failed.
    private var hintsNotBefore: Duration {
        guard state != .signInRequired, let lastHintAt, lastHintAt > orderedAt else { return notBefore }
        return min(notBefore, failedAt + timings.retryAfterHint)
    }

    /// - Parameter hasChecked: it has compared balances.
    /// - Returns: Whether it is the first that shows an outage to be over while the link is not up: its hub is worth a try now.
    @discardableResult
    package mutating func scanCompleted(at now: Duration, hasChecked: Bool = true) -> Bool {
        guard let order = running, state != .stopped else { return false }
        running = nil
        fullScans.end(order.scope)
        let isBack = endsOutage(order)
        retry.succeeded()
        state = .live
        notBefore = now
        if hasChecked {
            (check, checkNotBefore) = (nil, now + timings.checkSpacing)
        } else {
            let by = check?.by ?? now + timings.checkWithin
            check = (min(max(now + timings.checkAfter, checkNotBefore), by), by)
        }
        guard order.scope.isFull else { return isBack }
        periodicAt = now + interval
        if order.scope == .deep { (deepAt, deepFailures) = (now + timings.deepInterval, 0) }
        // While the link is down whatever a scan finds is found afterwards.
        if !gapSinceOrder, link != .down { hasGap = false }
        return isBack
    }

    private mutating func endsOutage(_ order: Order) -> Bool {
        switch outage {
        case .none: return false
        // One that the lost link itself caused says nothing new: a hub that ends each connection would be asked without a pause.
        case .ofLink(let since): guard order.scope.isFull, orderedAt >= since else { return false }
        case .ofScans: break
        }
        outage = .none
        return link != .up
    }

    /// - Parameters:
    ///   - random: 0 up to but not including 1.
    ///   - isOurs: it was the store that failed: no server has to be spared, and there may be room again at any moment.
    package mutating func scanFailed(_ error: FactError, at now: Duration, random: Double, isOurs: Bool = false) {
        guard let order = running, state != .stopped else { return }
        running = nil
        fullScans.end(order.scope, error)
        wanted = (order.scope == .deep ? .all : order.scope).union(wanted)
        if order.scope == .deep {
            // A history that can't be read must not keep what is new from being read.
            deepAt = now + min(timings.deepInterval, timings.deepRetry * (1 << min(deepFailures, 10)))
            deepFailures += 1
        }
        failedAt = now
        if !isOurs { outage = .ofScans }
        if let retryAfter = error.retryAfter { serverFloor = now + min(max(retryAfter, .zero), timings.retryAfterCap) }
        if error.kind == .signInRequired {
            state = .signInRequired
            notBefore = now + timings.signInRetry
        } else {
            state = .retrying
            let delay = retry.failed(random: random)
            notBefore = max(serverFloor, now + (isOurs ? min(delay, timings.storeRetry) : delay))
        }
    }

    /// Hints were too many to be kept. Unlike a person's wish that ends no wait: it is the hub that asks.
    package mutating func hintsDropped() {
        guard state != .stopped else { return }
        wanted = ScanScope.all.union(wanted)
    }

    /// Somebody else is signed in: the scan under way, if any, was for nothing, and everything is read anew.
    package mutating func personChanged(at now: Duration) {
        guard state != .stopped else { return }
        (running, check) = (nil, nil)
        (wanted, hasGap, gapSinceOrder) = (.all, true, false)
        (notBefore, deepAt, deepFailures) = (now, now, 0)
    }

    /// No order comes any more, and what a running scan brings is not heard.
    package mutating func stop() {
        state = .stopped
        (running, wanted, check) = (nil, nil, nil)
    }
}

/// What an engine is about, in one word, which is that of `status` where both have one.
package enum SyncState: String, Sendable, CaseIterable {
    /// Nothing was read yet.
    case starting
    /// The last scan was complete.
    case live
    /// The last scan failed; it is tried again.
    case retrying = "waiting"
    /// Somebody has to sign in.
    case signInRequired = "sign-in-needed"
    case stopped
}
