import Control
import Settings
import Store
import Testing
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
}
