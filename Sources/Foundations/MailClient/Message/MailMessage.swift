package import Values

/// A message with one text in two forms (RFC 5322, RFC 2046), as bytes that any server takes: ASCII, short lines, CR LF.
///
/// Whatever the texts hold, they are texts: no line of theirs becomes a header, a part or the end of the message.
package struct MailMessage: Sendable, Equatable {
    /// How soon a person should look, as mail programs mark it.
    package enum Importance: String, Sendable {
        case low, normal, high
    }

    package var from: MailAddress
    /// Whose name stands beside the sender's address; `nil` for none.
    package var senderName: String?
    /// Everybody sees everybody.
    package var to: [MailAddress]
    /// One line; what would break it becomes a blank.
    package var subject: String
    /// The left side of the `Message-ID`, the same at every repeat: letters, digits, '-' and '_'.
    package var identity: String
    package var date: Timestamp
    package var importance = Importance.normal
    /// For those who read text.
    package var text: String
    /// The same, for those who read HTML; a whole document.
    package var html: String

    /// - Precondition: the identity is of letters, digits, '-' and '_', and somebody is to get it.
    package init(
        from: MailAddress, to: [MailAddress], subject: String, identity: String, date: Timestamp, text: String,
        html: String
    ) {
        precondition(!to.isEmpty, "a mail for nobody")
        precondition(
            !identity.isEmpty && identity.utf8.count <= 64
                && identity.utf8.allSatisfy { MailHeader.isWord($0) }, "an identity of other characters")
        (self.from, self.to, self.subject, self.identity) = (from, to, subject, identity)
        (self.date, self.text, self.html) = (date, text, html)
    }

    /// As it goes to a server.
    package var bytes: [UInt8] {
        // In quoted-printable text a '=' never stands before a '_', so whatever it says is no boundary (RFC 2045, 6.7).
        let boundary = "=_\(identity)"
        var lines = headers
        lines.append("Content-Type: multipart/alternative;\r\n boundary=\"\(boundary)\"")
        lines.append("")
        for (type, content) in [("plain", text), ("html", html)] {
            lines.append("--\(boundary)")
            lines.append("Content-Type: text/\(type); charset=utf-8")
            lines.append("Content-Transfer-Encoding: quoted-printable")
            lines.append("")
            lines.append(QuotedPrintable.encode(content))
        }
        lines.append("--\(boundary)--")
        return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
    }

    private var headers: [String] {
        let name = senderName.map { MailHeader.phrase($0) + " " } ?? ""
        var lines = [
            "Date: \(MailHeader.date(date))",
            "From: \(name)<\(from)>",
            "To: \(to.map(\.description).joined(separator: ",\r\n "))",
            MailHeader.text("Subject", subject),
            "Message-ID: <\(identity)@\(from.domain)>",
            // RFC 3834: nobody's holiday notice answers it.
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
        ]
        if importance != .normal { lines.append("Importance: \(importance.rawValue)") }
        return lines
    }
}
