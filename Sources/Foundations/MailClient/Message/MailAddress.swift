/// A mailbox as an envelope names it (RFC 5321, 4.1.2): letters of ASCII, no quotes, nothing that could end a command or a header.
///
/// Addresses with other letters need SMTPUTF8, which servers seldom have.
package struct MailAddress: Sendable, Hashable, CustomStringConvertible {
    /// Before the last '@', as it was written.
    package let local: String
    /// Behind it.
    package let domain: String

    /// `nil` for what is no address of the usual form, such as `mum@example.org`.
    package init?(_ text: String) {
        guard text.utf8.count <= 254, let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let (local, domain) = (text[..<at], text[text.index(after: at)...])
        guard 1...64 ~= local.utf8.count, Self.isDotted(local, Self.isAtom),
            Self.isDotted(domain, Self.isName), domain.utf8.first != UInt8(ascii: "-")
        else { return nil }
        self.local = String(local)
        self.domain = String(domain)
    }

    /// As it is written in headers and in the file.
    package var description: String { "\(local)@\(domain)" }

    /// Parts with dots between, none of them empty.
    private static func isDotted(_ text: Substring, _ isAllowed: (UInt8) -> Bool) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.count <= 64 && $0.allSatisfy(isAllowed) }
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// RFC 5322, 3.2.3.
    private static func isAtom(_ byte: UInt8) -> Bool { isName(byte) || "!#$%&'*+/=?^_`{|}~".utf8.contains(byte) }
}
