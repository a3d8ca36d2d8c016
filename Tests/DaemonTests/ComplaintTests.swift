import Control
import Settings
import Store
import Testing
import TextFormats
import Values

@testable import Daemon

@Suite("What went wrong, for a person")
struct ComplaintTests {
    @Test("a child's text can neither command the terminal nor disguise itself")
    func hostile() {
        let text = "a\u{1B}[31mb\u{202E}c\nd\u{9B}e\u{0}"
        #expect(text.harmless == "a [31mb\u{FFFD}c d e ")
    }

    @Test("what the running program cannot do is refused so that a command ends alike")
    func refusals() {
        let kinds: [(DaemonError.Kind, ControlAnswer.Refusal.Kind)] = [
            (.stateFolder, .notPermitted), (.notSignedIn, .notPermitted), (.notPermitted, .notPermitted),
            (.usage, .unknown), (.unavailable, .unavailable), (.tryAgain, .unavailable),
            (.configuration, .misconfigured),
        ]
        for (kind, refused) in kinds {
            let answer = ControlAnswer.refused(because: DaemonError(kind, "it went wrong", hint: "look"))
            #expect(answer == .refused(.init(refused, "it went wrong", hint: "look")))
        }
    }

    @Test("the store's troubles come with its own words, the unforeseen with whose mistake it is")
    func words() {
        struct Unforeseen: Error {}
        let full = StoreError(.full, "The disk is full.", nextStep: "Make room.")
        #expect(Complaint(full).message == full.sentence && Complaint(full).hint == "Make room.")
        #expect(Complaint(full).kind == .unavailable)
        #expect(Complaint(Unforeseen()).kind == .internalError)
        #expect(Complaint(Unforeseen()).hint?.contains("report it") == true)
    }

    @Test("mistakes in a text are told without the text, in which secrets may stand")
    func mistakes() {
        let source = SourceText(name: "house", text: "password: correct horse")
        let mistake = Diagnostic(.error, SourceRange(.init(line: 1, column: 1)), "it is wrong", hint: "mend it")
        let mistakes = Diagnostics(source: source, [mistake])
        #expect(Complaint(mistakes).kind == .badConfiguration)
        #expect(Complaint(mistakes).message == "house: it is wrong (mend it)")
        #expect(
            "\(mistakes)" + String(reflecting: mistakes) + String(describing: source)
                == "house: it is wrong (mend it)house: it is wrong (mend it)house")
    }
}
