package import Values

/// When a server's timer pays an allowance: every day at ten o'clock UTC it pays those to whom it has paid nothing for a week, on
/// their day of the week if they have one.
package struct AllowanceSchedule: Sendable {
    /// What is paid.
    let amount: Decimal
    /// 1 for Monday to 7 for Sunday; `nil` for seven days after the last.
    private let weekday: Int?
    private let paidAt: Timestamp?

    /// How long after it was due a payment is missed: the timer compares moments, so that one stamped seconds after ten is due a
    /// day late the week after.
    package static let grace = Duration.seconds(26 * 3_600)
    private static let hour = 10

    /// `nil` where nothing is paid.
    ///
    /// - Parameter settings: a child's, as they are kept.
    package init?(settings: String) {
        let content = RecordContent(settings)
        guard let amount = content.money("weeklyAllowance"), amount > .zero else { return nil }
        self.amount = amount
        weekday = content.text("allowanceDay").flatMap(Self.weekday)
        paidAt = content.moment("lastAllowanceAt")
    }

    /// Whether both pay the same days of the week.
    package func isAsRegular(as other: AllowanceSchedule) -> Bool { weekday == other.weekday }

    /// The newest day on which a payment was due and whose grace is over; `nil` if none was since it is known.
    ///
    /// - Parameters:
    ///   - known: since when this is known to be the schedule: what was due before is no matter of the watch.
    ///   - changes: the child's kept changes of allowance, in any order.
    ///   - now: by the server's clock.
    package func missed(at now: Timestamp, known: Timestamp, changes: [String]) -> CivilDate? {
        let pauses = Self.pauses(changes)
        var day = first(after: known)
        guard Self.deadline(of: day) <= now else { return nil }
        let weeks = Int(now.seconds - Self.deadline(of: day).seconds) / (7 * 86_400)
        day = CivilDate(daysSince1970: day.daysSince1970 + weeks * 7)
        let due = Self.moment(of: day)
        guard due >= known, !Self.isPaused(pauses, at: due), !Self.isPaused(pauses, at: now) else { return nil }
        return day
    }

    /// What is told of it.
    package func news(missing day: CivilDate) -> FamilyNews {
        var news = FamilyNews(.allowanceMissing)
        news.price = amount
        news.due = day
        return news
    }

    /// Since when what came counts as paid for this day.
    package static func start(of day: CivilDate) -> Timestamp { Timestamp(seconds: Int64(day.daysSince1970) * 86_400) }

    private static func moment(of day: CivilDate) -> Timestamp {
        start(of: day).advanced(by: .seconds(hour * 3_600))
    }

    private static func deadline(of day: CivilDate) -> Timestamp { moment(of: day).advanced(by: grace) }

    /// The first day on which it can be due.
    private func first(after known: Timestamp) -> CivilDate {
        let start = paidAt.map { Self.day(of: $0) + 7 } ?? Self.day(of: known) + 1
        guard let weekday else { return CivilDate(daysSince1970: start) }
        let ahead = (weekday - CivilDate(daysSince1970: start).weekday + 7) % 7
        return CivilDate(daysSince1970: start + ahead)
    }

    private static func day(of moment: Timestamp) -> Int { TimeZone.utc.local(moment).date.daysSince1970 }

    private static func pauses(_ changes: [String]) -> [(at: Timestamp, isPaused: Bool)] {
        changes.map { RecordContent($0) }.compactMap { change in
            let action: AllowanceChange.Action? = change.word("action")
            guard let action, action != .amountChanged, let at = change.moment("at") else { return nil }
            return (at, action == .paused)
        }
        .sorted { $0.at < $1.at }
    }

    private static func isPaused(_ pauses: [(at: Timestamp, isPaused: Bool)], at moment: Timestamp) -> Bool {
        pauses.last { $0.at <= moment }?.isPaused ?? false
    }

    /// A day's English name in any case, or its number from Sunday, 0.
    private static func weekday(_ word: String) -> Int? {
        let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
        guard let index = names.firstIndex(of: word.lowercased()) ?? Int(word).filter({ 0...6 ~= $0 }) else {
            return nil
        }
        return index == 0 ? 7 : index
    }
}

extension Int? {
    fileprivate func filter(_ isUsable: (Int) -> Bool) -> Int? { flatMap { isUsable($0) ? $0 : nil } }
}
