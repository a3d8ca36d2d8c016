package import HTTPClient
import Runtime
package import Values

/// Sends messages to one submission server, each over a connection of its own.
package struct MailClient: Sendable {
    /// Where the server is, and how a connection to it is encrypted.
    package struct Server: Sendable, Hashable {
        /// A name, or an address; an IPv6 address in brackets.
        package let host: String
        package let port: Int
        package let encryption: MailEnvelope.Encryption

        /// - Precondition: the port is one, and the host holds nothing that could end an address.
        package init(host: String, port: Int, encryption: MailEnvelope.Encryption) {
            precondition(1...65_535 ~= port && Self.isHost(host), "no address of a server")
            (self.host, self.port, self.encryption) = (host, port, encryption)
        }

        /// Letters, digits, dots and dashes; in brackets also colons.
        package static func isHost(_ text: String) -> Bool {
            if text.hasPrefix("["), text.hasSuffix("]") {
                return text.utf8.contains(UInt8(ascii: ":")) && IPAddress(String(text.dropFirst().dropLast())) != nil
            }
            return !text.isEmpty && text.utf8.count <= 253
                && text.utf8.allSatisfy { MailHeader.isWord($0) || $0 == UInt8(ascii: ".") }
        }
    }

    package let server: Server
    /// `nil` for a server that wants nobody to sign in.
    package var credentials: (user: String, password: Secret)?
    package var deadlines = HTTPDeadlines()
    package var addresses = AddressPolicy.any
    package var tls = TLSSettings()

    /// Without credentials, to any address.
    package init(_ server: Server) { self.server = server }

    /// Sends the bytes of a message to its recipients.
    ///
    /// Cancelling the task hangs up within about a second: a message that is half sent is never completed.
    package func send(_ message: [UInt8], from sender: MailAddress, to recipients: [MailAddress]) async -> MailOutcome {
        var envelope = MailEnvelope(
            host: server.host, port: server.port, encryption: server.encryption, sender: sender.description,
            recipients: recipients.map(\.description), message: message)
        envelope.credentials = credentials
        envelope.deadlines = deadlines
        envelope.addresses = addresses
        envelope.tls = tls
        let listener = DialogueListener(wantsSignIn: credentials != nil)
        let end = await MailTransfer.run(envelope, heardBy: listener)
        return MailOutcome(listener.dialogue, recipients, end)
    }
}

/// Writes the dialogue down as it happens.
private final class DialogueListener: MailWitness {
    private let state: Lock<MailDialogue>

    init(wantsSignIn: Bool) { state = Lock(MailDialogue(wantsSignIn: wantsSignIn)) }

    var dialogue: MailDialogue { state.withLock { $0 } }
    var isSettled: Bool { state.withLock(\.isSettled) }

    func heard(command: UnsafeRawBufferPointer) { state.withLock { unsafe $0.heard(command: command) } }
    func heard(reply: UnsafeRawBufferPointer) { state.withLock { unsafe $0.heard(reply: reply) } }
    func mayBegin() -> Bool { state.withLock(\.mayBegin) }
    func contentEnded() { state.withLock { $0.contentEnded() } }
}
