package import Values

/// One message on its way to a submission server (RFC 6409): where to, for whom, and within which limits.
///
/// Nothing of SMTP is judged here: whoever sends it follows the dialogue as a ``MailWitness`` and knows what a reply means.
package struct MailEnvelope: Sendable {
    /// How a connection is encrypted.
    package enum Encryption: Sendable, Hashable {
        /// Begins in the clear, and nothing but STARTTLS is said before it is encrypted.
        case startTLS
        /// From the first byte.
        case implicit
        /// Not at all.
        case none
    }

    /// A name, or an address; an IPv6 address in brackets.
    package let host: String
    /// 1...65535.
    package let port: Int
    package let encryption: Encryption
    /// `nil` for a server that wants nobody to sign in. Never sent unless the connection is encrypted.
    package var credentials: (user: String, password: Secret)?
    /// The address that failures go to.
    package let sender: String
    /// At least one address.
    package let recipients: [String]
    /// RFC 5322, lines that end with CR LF. libcurl doubles dots at the beginning of lines and writes the last one.
    package let message: [UInt8]
    /// `idle` is not looked at.
    package var deadlines = HTTPDeadlines()
    /// Which addresses may be connected to. No proxy is ever used.
    package var addresses = AddressPolicy.any
    package var tls = TLSSettings()

    /// Without credentials, to any address.
    package init(
        host: String, port: Int, encryption: Encryption, sender: String, recipients: [String], message: [UInt8]
    ) {
        (self.host, self.port, self.encryption) = (host, port, encryption)
        (self.sender, self.recipients, self.message) = (sender, recipients, message)
    }

    /// As errors name it.
    var place: String { "\(encryption == .implicit ? "smtps" : "smtp")://\(host):\(port)" }
}

/// Hears what is said on the wire. Called on the transfer's own thread, in the order in which it happens.
package protocol MailWitness: Sendable {
    /// A line of ours, or what answers a server's challenge: it may hold a password.
    func heard(command: UnsafeRawBufferPointer)
    /// A line of the server's, with its end.
    func heard(reply: UnsafeRawBufferPointer)
    /// The server wants the message. `false` hangs up before any of it is sent.
    func mayBegin() -> Bool
    /// All of the message is with libcurl: from now on the last dot may be on its way.
    func contentEnded()
    /// Whether nothing more is of interest, so that the connection can end without good manners.
    var isSettled: Bool { get }
}

/// How a mail's transfer ended, as libcurl saw it; the witness knows more.
package enum MailTransferEnd: Sendable, Equatable {
    case complete
    /// The server offers no encryption, or takes it back.
    case noEncryption
    /// The server offers no way to sign in, or refused it.
    case noSignIn
    case failed(HTTPError)
}

extension HTTPError {
    /// The library says that all is well, or nothing of the sort, and the server has not said what became of the message.
    package static var unexpectedMailEnd: HTTPError {
        HTTPError(.protocolViolation, detail: "the dialogue ended without a reply")
    }
}
