/// What was said to a submission server and what it answered, as far as anything follows from it (RFC 5321, 4.2).
///
/// A value without IO: it is told lines and says what they come to.
struct MailDialogue: Sendable, Equatable {
    /// What a reply answers.
    enum Step: Sendable, Hashable {
        case greeting, hello, encryption, signIn, sender
        /// The recipient of this place in the list.
        case recipient(Int)
        /// Whether it takes the message at all.
        case data
        /// Whether it has taken it.
        case content
        case farewell
    }

    /// Whether somebody has to sign in before anything is sent.
    let wantsSignIn: Bool
    private(set) var isSignedIn = false
    private(set) var step = Step.greeting
    /// The last reply to each recipient.
    private(set) var answers: [Int: MailReply] = [:]
    /// The reply to the last command, and what it answers; `nil` until it is there. That to the farewell does not count.
    private(set) var last: (step: Step, reply: MailReply)?
    /// Whether the last dot may be on its way.
    private(set) var isContentOut = false
    /// The lines of a reply that goes on; bounded, however many there are.
    private(set) var text = ""

    /// Nobody reads more of what a server says.
    private static let textLimit = 1_600

    init(wantsSignIn: Bool = false) { self.wantsSignIn = wantsSignIn }

    /// A line of ours. What it says is not looked at further than its verb: it may hold a password.
    mutating func heard(command line: some Sequence<UInt8>) {
        // The answer to a challenge: what looks like a verb in it is a piece of a password.
        let isChallenged = step == .signIn && last?.reply.code == 334
        defer { if step != .farewell { last = nil } }
        if isChallenged { return }
        // Upper case, for a library may write "auth".
        let verb = line.prefix(4).map { 0x61...0x7A ~= $0 ? $0 - 0x20 : $0 }
        switch String(decoding: verb, as: UTF8.self) {
        case "EHLO", "HELO": step = .hello
        case "STAR": step = .encryption
        case "AUTH": step = .signIn
        case "MAIL": step = .sender
        case "RCPT":
            if case .recipient(let index) = step { step = .recipient(index + 1) } else { step = .recipient(0) }
        case "DATA": step = .data
        case "QUIT": step = .farewell
        default: break
        }
    }

    /// A line of the server's.
    mutating func heard(reply line: some Sequence<UInt8>) {
        let line = Array(line.prefix(2_000))
        guard line.count >= 3, let code = Int(String(decoding: line[..<3], as: UTF8.self)), 200..<600 ~= code else {
            return
        }
        let words = String(decoding: line.dropFirst(4), as: UTF8.self).filter { !$0.isNewline }
        if text.utf8.count < Self.textLimit { text += (text.isEmpty || words.isEmpty ? "" : " ") + words }
        // A dash behind the code says that more lines follow.
        guard line.count < 4 || line[3] != UInt8(ascii: "-") else { return }
        let reply = MailReply(code: code, text: String(text.prefix(Self.textLimit)))
        text = ""
        guard step != .farewell else { return }
        if case .recipient(let index) = step { answers[index] = reply }
        if step == .signIn, code == 235 { isSignedIn = true }
        last = (step, reply)
    }

    /// The library has all of the message, and writes the dot by itself.
    mutating func contentEnded() {
        isContentOut = true
        step = .content
    }

    /// Whether the message may be sent: not while somebody might take it at the next attempt, who would then be left out or
    /// the others told twice; and not as nobody where somebody should have signed in, which libcurl leaves out unasked.
    var mayBegin: Bool { !isToWait && !lacksSignIn }
    var isToWait: Bool { answers.values.contains(where: \.isTemporary) }
    var lacksSignIn: Bool { wantsSignIn && !isSignedIn }

    /// Whether the server has said what becomes of the message.
    var isSettled: Bool { last?.step == .content }

    static func == (left: MailDialogue, right: MailDialogue) -> Bool {
        left.wantsSignIn == right.wantsSignIn && left.isSignedIn == right.isSignedIn && left.step == right.step
            && left.answers == right.answers
            && left.last?.step == right.last?.step && left.last?.reply == right.last?.reply
            && left.isContentOut == right.isContentOut && left.text == right.text
    }
}

/// What a server answered (RFC 5321, 4.2).
package struct MailReply: Sendable, Hashable {
    /// 200...599.
    package let code: Int
    /// Its words, often with an enhanced code (RFC 3463) at the front; as the server wrote them.
    package let text: String

    /// Whether the same may be taken later.
    package var isTemporary: Bool { 400..<500 ~= code }
    var isAcceptance: Bool { 200..<300 ~= code }
    var isRefusal: Bool { code >= 400 }

    init(code: Int, text: String) { (self.code, self.text) = (code, text) }
}
