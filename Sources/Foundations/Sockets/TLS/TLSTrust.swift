/// Which authorities a client trusts.
public struct TLSTrust: Sendable, Hashable {
    /// A PEM file with authorities trusted besides, or instead of, the system's.
    public var caFile: String?
    public var usesSystemStore: Bool

    public init(caFile: String? = nil, usesSystemStore: Bool = true) {
        self.caFile = caFile
        self.usesSystemStore = usesSystemStore
    }
}
