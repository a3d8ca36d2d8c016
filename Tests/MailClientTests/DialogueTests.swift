import HTTPClient
import Testing

@testable import MailClient

@Suite("What a dialogue comes to")
struct DialogueTests {
    private static let people = [MailAddress("alice@x")!, MailAddress("bob@x")!]
    private static let head = ["<220 hi", ">EHLO x", "<250-a", "<250 b"]

    /// A line with `<` is the server's, one with `>` the library's, `.` is the end of the content.
    private func dialogue(_ lines: [String]) -> MailDialogue {
        var dialogue = MailDialogue()
        for line in lines {
            switch line.first {
            case "<": dialogue.heard(reply: Array("\(line.dropFirst())\r\n".utf8))
            case ">": dialogue.heard(command: Array("\(line.dropFirst())\r\n".utf8))
            default: dialogue.contentEnded()
            }
        }
        return dialogue
    }

    private func outcome(_ lines: [String], end: MailTransferEnd = .failed(.unexpectedMailEnd)) -> MailOutcome {
        MailOutcome(dialogue(Self.head + lines), Self.people, end)
    }

    private static let envelope = [">MAIL FROM:<a@x>", "<250 ok", ">RCPT TO:<alice@x>", "<250 ok", ">RCPT TO:<bob@x>"]

    @Test("taken by all, by some, by none")
    func taken() {
        let sent = [">DATA", "<354 go", ".", "<250 2.0.0 queued"]
        #expect(outcome(Self.envelope + ["<250 ok"] + sent) == .accepted(MailReply(code: 250, text: "2.0.0 queued")))
        #expect(
            outcome(Self.envelope + ["<550-no\r\n", "<550 such"] + sent)
                == .acceptedInPart(
                    MailReply(code: 250, text: "2.0.0 queued"), refused: [Self.people[1]],
                    by: MailReply(code: 550, text: "no such")))
        let none = [">MAIL FROM:<a@x>", "<250 ok", ">RCPT TO:<alice@x>", "<550 no", ">RCPT TO:<bob@x>", "<551 no"]
        #expect(outcome(none) == .refused(.everybody, MailReply(code: 551, text: "no")))
    }

    @Test("whoever may be taken later holds the mail back for all")
    func later() {
        let lines = Self.envelope + ["<451 greylisted"]
        #expect(!dialogue(Self.head + lines).mayBegin)
        #expect(outcome(lines) == .refused(.somebody(Self.people[1]), MailReply(code: 451, text: "greylisted")))
        #expect(dialogue(Self.head + Self.envelope + ["<550 no"]).mayBegin)
    }

    @Test("a connection that ends before all recipients are known says nothing of them")
    func cut() {
        let lines = [">MAIL FROM:<a@x>", "<250 ok", ">RCPT TO:<alice@x>", "<550 no", ">RCPT TO:<bob@x>"]
        #expect(outcome(lines) == .failed(.unexpectedMailEnd))
    }

    @Test("from the last dot on it is in doubt, until the server speaks")
    func dot() {
        let lines = Self.envelope + ["<250 ok", ">DATA", "<354 go"]
        #expect(outcome(lines) == .failed(.unexpectedMailEnd))
        #expect(outcome(lines + ["."]) == .inDoubt(.unexpectedMailEnd))
        #expect(outcome(lines + [".", "<250-half"]) == .inDoubt(.unexpectedMailEnd))
        #expect(outcome(lines + [".", "<554 spam"]) == .refused(.message, MailReply(code: 554, text: "spam")))
        // What comes of the goodbye changes nothing.
        let reply = MailReply(code: 250, text: "ok")
        #expect(outcome(lines + [".", "<250 ok", ">QUIT", "<500 what"]) == .accepted(reply))
        #expect(outcome(lines + [".", "<250 ok", ">QUIT"], end: .noSignIn) == .accepted(reply))
    }

    @Test(
        "a refusal at each step",
        arguments: [
            (["<554 go away"], MailOutcome.Refusal.connection), ([">STARTTLS", "<454 no"], .encryption),
            ([">AUTH PLAIN", "<334 ", ">AG11bQBzZWNyZXQ=", "<535 no"], .signIn),
            ([">MAIL FROM:<a@x>", "<550 no"], .sender),
            (envelope + ["<250 ok", ">DATA", "<554 no"], .message),
        ])
    func refusals(_ lines: [String], _ step: MailOutcome.Refusal) {
        guard case .refused(let what, _) = outcome(lines) else {
            Issue.record("it was not refused")
            return
        }
        #expect(what == step)
    }

    @Test("a piece of a password that looks like a verb is none", arguments: ["DATA", "MAIL", "QUIT", "RCPT"])
    func password(_ piece: String) {
        let dialogue = dialogue(Self.head + [">AUTH LOGIN", "<334 VXNlcm5hbWU6", ">\(piece)aaaa", "<535 no"])
        #expect(dialogue.step == .signIn && dialogue.last?.reply.code == 535)
    }

    @Test("nonsense changes nothing, and nothing grows")
    func nonsense() {
        var dialogue = dialogue(Self.head)
        let before = dialogue
        for line in ["", "\r\n", "ab", "999 x", "xyz ok", "10"] { dialogue.heard(reply: Array(line.utf8)) }
        #expect(dialogue == before)
        for _ in 0..<10_000 { dialogue.heard(reply: Array("250-\(String(repeating: "x", count: 5_000))".utf8)) }
        #expect(dialogue.text.utf8.count < 5_000)
        dialogue.heard(reply: Array("250 end".utf8))
        #expect(dialogue.last?.reply.text.utf8.count ?? .max <= 1_600)
    }

    @Test("where the server said nothing wrong, what the library met counts")
    func ends() {
        #expect(outcome([], end: .noEncryption) == .notOffered(.encryption))
        #expect(outcome([], end: .noSignIn) == .notOffered(.signIn))
        #expect(outcome([], end: .complete) == .failed(.unexpectedMailEnd))
    }
}
