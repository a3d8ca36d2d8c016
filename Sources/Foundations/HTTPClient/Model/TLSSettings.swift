/// Whom to trust and who to be. Always at least TLS 1.2, always verified.
public struct TLSSettings: Sendable, Hashable {
    public enum Trust: Sendable, Hashable {
        /// The operating system's store.
        case system
        /// The operating system's store and the certificates of this PEM file.
        case systemAnd(file: String)
        /// Only the certificates of this PEM file.
        case only(file: String)
    }

    /// Certificate chain and private key, PEM files.
    public struct ClientCertificate: Sendable, Hashable {
        public var certificateFile: String
        public var keyFile: String

        public init(certificateFile: String, keyFile: String) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    public var trust = Trust.system
    public var clientCertificate: ClientCertificate?

    public init() {}
}
