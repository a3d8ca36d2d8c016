package import Store
import Values

/// What a rule wants told while nobody has seen an alert.
package struct PlannedTelling: Sendable, Hashable {
    let kind: Reminder.Kind
    let target: String
    let rule: String?
    let number: Int
    let times: Int

    /// - Parameters:
    ///   - rule: which wants it.
    ///   - number: which it is, from 1: the first reminder, the first rung of the ladder.
    ///   - times: of how many.
    package init(_ kind: Reminder.Kind, to target: String, by rule: String?, number: Int, of times: Int) {
        (self.kind, self.target, self.rule, self.number, self.times) = (kind, target, rule, number, times)
    }
}

/// A reminder of an alert, or a rung of its ladder: what is to come of it, what came, or why nothing does. A pure value.
struct LaterTelling: Sendable, Equatable {
    enum Standing: Sendable, Equatable {
        /// Its time has not come.
        case planned(at: Timestamp)
        /// It was its turn: the delivery says the rest.
        case caused(DeliveryRow.Number, DeliveryRow.State, FailureReason?, at: Timestamp)
        /// Nobody is told, since then if that is known.
        case needless(Reason, at: Timestamp?, DeliveryRow.Number?)
    }

    /// Why nothing came of it, or will.
    enum Reason: String, Sendable {
        case seen
        case over
        /// The telling before it was not told itself: somebody wants silence, has given it up, or the target refuses it.
        case notTold

        var sentence: String {
            switch self {
            case .seen: "somebody had seen it"
            case .over: "what it tells of was over"
            case .notTold: "the telling before it was skipped or given up"
            }
        }
    }

    let plan: PlannedTelling
    let standing: Standing

    /// All of an alert: first what has come, then what is to, then what does not.
    ///
    /// - Parameters:
    ///   - planned: what today's rules say follows; empty where it was told by others. What the store knows counts more.
    ///   - counts: whose look counts for whom.
    static func all(
        of history: AlertHistory, planned: [PlannedTelling], by counts: Sightings.Counting
    ) -> [LaterTelling] {
        guard history.alert.reminder == nil, !history.alert.closesThread else { return [] }
        let told = history.reminders.map { LaterTelling($0, history, counts) }
        let open = history.followUps.map { row in
            let plan = PlannedTelling(row.kind, to: row.target, by: row.rule, number: row.step, of: row.times)
            let end = history.end(of: plan, counts)
            return LaterTelling(
                plan: plan,
                standing: end.map { Standing.needless($0.reason, at: $0.at, nil) } ?? .planned(at: row.dueAt))
        }
        var known = told + open
        // What came once may have been meant to come more often.
        let wanted = planned + told.map(\.plan).filter { $0.kind == .again }
        for plan in wanted {
            if let missing = history.missing(plan, besides: known, counts) { known.append(missing) }
        }
        return known
    }

    init(plan: PlannedTelling, standing: Standing) { (self.plan, self.standing) = (plan, standing) }

    private init(_ told: ToldReminder, _ history: AlertHistory, _ counts: Sightings.Counting) {
        plan = PlannedTelling(
            told.reminder.kind, to: told.target, by: told.rule, number: told.reminder.step, of: told.reminder.times)
        if told.state == .skipped, told.reason == .handled, let end = history.end(of: plan, counts) {
            standing = .needless(end.reason, at: end.at, told.delivery)
        } else {
            standing = .caused(told.delivery, told.state, told.reason, at: told.causedAt)
        }
    }
}

extension AlertHistory {
    /// What keeps it from being told so, if anything does: what came first.
    fileprivate func end(
        of plan: PlannedTelling, _ counts: Sightings.Counting
    ) -> (reason: LaterTelling.Reason, at: Timestamp)? {
        let seen = sightings.first(countingFor: plan.target, told: toldFirst(by: plan.rule), by: counts)
        guard let overAt else { return seen.map { (.seen, $0.at) } }
        guard let seen, seen.at <= overAt else { return (.over, overAt) }
        return (.seen, seen.at)
    }

    /// What follows a plan of which the store has nothing more; `nil` if it has, or if nobody can say.
    fileprivate func missing(
        _ plan: PlannedTelling, besides known: [LaterTelling], _ counts: Sightings.Counting
    ) -> LaterTelling? {
        let end = end(of: plan, counts)
        let same = known.filter { $0.plan.kind == plan.kind && $0.plan.target == plan.target }
        guard plan.kind == .again else {
            guard !same.contains(where: { $0.plan.number == plan.number }), let end else { return nil }
            return LaterTelling(plan: plan, standing: .needless(end.reason, at: end.at, nil))
        }
        let next = (same.map(\.plan.number).max() ?? 0) + 1
        guard next <= plan.times, !same.contains(where: { !$0.isCaused }) else { return nil }
        let rest = PlannedTelling(.again, to: plan.target, by: plan.rule, number: next, of: plan.times)
        if let end { return LaterTelling(plan: rest, standing: .needless(end.reason, at: end.at, nil)) }
        guard isLastUntold(at: plan.target) else { return nil }
        return LaterTelling(plan: rest, standing: .needless(.notTold, at: nil, nil))
    }

    /// Whether the last telling to a target came to an end without being told.
    private func isLastUntold(at target: String) -> Bool {
        let first = deliveries.compactMap { $0.delivery.work?.delivery }.first { $0.target == target }?.state
        let last = reminders.last { $0.target == target && $0.reminder.kind == .again }?.state ?? first
        return last.map { [.skipped, .dead, .discarded].contains($0) } ?? false
    }
}

extension LaterTelling {
    fileprivate var isCaused: Bool { if case .caused = standing { true } else { false } }
}
