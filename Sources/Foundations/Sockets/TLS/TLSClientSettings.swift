/// Whom a client trusts, and who it is.
package struct TLSClientSettings: Sendable, Hashable {
    package var trust: TLSTrust
    /// Shown to servers that ask for it.
    package var identity: TLSIdentity?

    package init(trust: TLSTrust = TLSTrust(), identity: TLSIdentity? = nil) {
        self.trust = trust
        self.identity = identity
    }

    /// The files to be read.
    var files: [String] {
        [trust.caFile, identity?.certificateFile, identity?.keyFile].compactMap { $0 }
    }
}
