package import Values

/// A minute of some days that comes again and again, by the clock on the wall.
///
/// Each of its occasions is a day's own, so that a clock that is set, or an hour that comes twice as summer time ends, makes no second one.
package struct Schedule: Sendable, Hashable {
    /// One time that it comes.
    package struct Occasion: Sendable, Hashable {
        /// The day there, by which it is told from the others.
        package let date: CivilDate
        package let at: Timestamp
    }

    /// 1 for Monday to 7 for Sunday; at least one.
    package let days: Set<Int>
    /// Since midnight, 0 to 1,439.
    package let minute: Int

    /// - Precondition: the ranges that the properties name.
    package init(days: Set<Int>, minute: Int) {
        precondition(!days.isEmpty && days.isSubset(of: 1...7), "days are 1 to 7")
        precondition(0..<1_440 ~= minute, "minutes of a day")
        (self.days, self.minute) = (days, minute)
    }

    /// From one occasion to the next, at most: whole days, whatever summer time does.
    package var longestPause: Duration {
        let sorted = days.sorted()
        let pauses = zip(sorted, sorted.dropFirst() + [(sorted.first ?? 0) + 7]).map { $1 - $0 }
        return .seconds((pauses.max() ?? 7) * 86_400)
    }

    /// In one spelling, by which a store knows that it is another one than before.
    package var stored: String { "\(days.sorted().map { "\($0)" }.joined(separator: ",")) \(minute)" }

    /// The first that comes after a moment.
    package func next(after moment: Timestamp, in zone: TimeZone) -> Occasion {
        // A day more than a week on either side: a zone may leave a day out, or have one twice.
        nearest(of: Array(-1...9), to: moment, in: zone) { $0.at > moment }
    }

    /// The last that came up to a moment, this one included.
    package func last(upTo moment: Timestamp, in zone: TimeZone) -> Occasion {
        nearest(of: (-9...1).reversed(), to: moment, in: zone) { $0.at <= moment }
    }

    private func nearest(
        of offsets: [Int], to moment: Timestamp, in zone: TimeZone, where isRight: (Occasion) -> Bool
    ) -> Occasion {
        let today = zone.local(moment).date.daysSince1970
        for day in offsets.map({ today + $0 }) where days.contains(CivilDate(daysSince1970: day).weekday) {
            let occasion = Occasion(
                date: CivilDate(daysSince1970: day), at: zone.moment(onDay: day, minute: minute))
            if isRight(occasion) { return occasion }
        }
        preconditionFailure("every week has each of its days")
    }
}
