/// Whom to trust and who to be. Always at least TLS 1.2, always verified.
package struct TLSSettings: Sendable, Hashable {
    package enum Trust: Sendable, Hashable {
        /// The operating system's store.
        case system
        /// The operating system's store and the certificates of this PEM file.
        case systemAnd(file: String)
        /// Only the certificates of this PEM file.
        case only(file: String)
    }

    /// Certificate chain and private key, PEM files.
    package struct ClientCertificate: Sendable, Hashable {
        package var certificateFile: String
        package var keyFile: String

        package init(certificateFile: String, keyFile: String) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    package var trust = Trust.system
    package var clientCertificate: ClientCertificate?

    package init() {}
}
