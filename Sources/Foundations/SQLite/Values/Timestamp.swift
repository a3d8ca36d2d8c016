/// A moment in wall time as whole milliseconds since 1970-01-01 00:00 UTC; stored as INTEGER.
public struct Timestamp: RawRepresentable, DatabaseValue, Hashable, Comparable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
