/// What one side shows the other: certificate chain and key, PEM files, the key without a passphrase.
public struct TLSIdentity: Sendable, Hashable {
    /// A PEM file: the own certificate first, then those between it and an authority.
    public var certificateFile: String
    /// A PEM file with the private key, without a passphrase; may be the same file.
    public var keyFile: String

    /// - Parameters:
    ///   - certificateFile: the own certificate first, then those between it and an authority.
    ///   - keyFile: may be the same file.
    public init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }

    /// Reads both files as a connection would.
    ///
    /// - Throws: why none could be made with them.
    package func check() throws(SocketError) { _ = try TLSContext(self, clientAuthorities: nil) }
}
