/// What a server shows its clients: certificate chain and key, PEM files.
public struct TLSIdentity: Sendable, Hashable {
    /// The library's limit of an accepted connection's handshake.
    static let handshakeSeconds = 10

    public var certificateFile: String
    public var keyFile: String

    public init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}
