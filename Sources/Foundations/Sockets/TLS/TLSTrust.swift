/// Which authorities a client trusts.
public struct TLSTrust: Sendable, Hashable {
    /// A PEM file with authorities trusted besides, or instead of, the system's.
    public var caFile: String?
    /// Whether the system's authorities are trusted too. Where OpenSSL finds them, `SSL_CERT_FILE` and `SSL_CERT_DIR`
    /// say.
    public var usesSystemStore: Bool

    /// The system's authorities, unless said otherwise. With neither of the two nobody is trusted.
    public init(caFile: String? = nil, usesSystemStore: Bool = true) {
        self.caFile = caFile
        self.usesSystemStore = usesSystemStore
    }
}
