/// An amount of money as a whole number of the currency's smallest unit (cents); stored as INTEGER, summed by SQLite.
///
/// SQLite's `sum()` over integers throws on overflow; `total()` and `avg()` go through binary fractions, so never use them on money.
public struct MinorUnits: RawRepresentable, DatabaseValue, Hashable, Comparable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
