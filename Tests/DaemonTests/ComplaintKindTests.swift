import Configuration
import Control
import HTTPClient
import Runtime
import Settings
import SignalRClient
import Sockets
import Store
import Terminal
import TestSupport
import Testing
import Values

@testable import AllowanceAPI
@testable import Daemon

@Suite("What sort of trouble each error is")
struct ComplaintKindTests {
    @Test("a hub's address is the command line's matter, its refusal a matter of rights, the rest is not available")
    func hub() {
        for kind in HubError.Kind.allCases {
            let expected: Complaint.Kind =
                switch kind {
                case .badURL, .badArgument: .usage
                case .unauthorized, .forbidden: .notPermitted
                default: .unavailable
                }
            let error = HubError(kind, "it went wrong")
            #expect(Complaint(error).kind == expected && Complaint(error).message == error.message, "\(kind)")
        }
    }

    @Test("a socket that the system gives no room is tried again later, another is not available")
    func sockets() {
        let kinds: [SocketError.Kind] = [.lookup, .connect, .timeout, .listen(13), .lost, .invalidOption, .stopped]
        for kind in kinds {
            #expect(Complaint(SocketError(kind, "x")).kind == .unavailable)
            #expect(Complaint(SocketError(kind, "x")).message == "x")
        }
        #expect(Complaint(SocketError(.system, "no descriptor")).kind == .tryAgain)
    }

    @Test("a secret or a file that cannot be read is a matter of the configuration")
    func configuration() throws {
        let folder = try TemporaryFolder()
        let missing = #expect(throws: ConfigurationErrors.self) {
            try Configuration.load(path: "\(folder.path)/none", environment: [:])
        }
        let complaint = Complaint(try #require(missing))
        #expect(complaint.kind == .badConfiguration && complaint.message.hasPrefix("there is no configuration file"))
        let secret = Complaint(SecretReference.Failure.unset(variable: "NAME"))
        #expect(secret.kind == .badConfiguration && secret.hint == nil)
    }

    @Test("a store's trouble in each of its kinds keeps its next step", arguments: StoreError.Kind.allCases)
    func store(_ kind: StoreError.Kind) {
        let complaint = Complaint(StoreError(kind, "It went wrong.", nextStep: "Look."))
        #expect(complaint.hint == "Look.")
        let expected: Complaint.Kind =
            switch kind {
            case .inUse, .overloaded, .closed, .cancelled: .tryAgain
            case .readOnly: .notPermitted
            case .taken: .usage
            case .newerVersion: .newerStore
            case .unusable: .badConfiguration
            case .corrupted, .full, .inputOutput, .unreadable, .unexpected: .unavailable
            }
        #expect(complaint.kind == expected)
    }

    @Test("what asks again by itself while it runs asks a person to try again where a command asked once")
    func nextSteps() {
        func hint(_ kind: AllowanceError.Kind) -> String? { Complaint(AllowanceError(kind)).hint }
        for kind in [AllowanceError.Kind.unreachable, .timedOut, .connectionLost] {
            #expect(hint(kind) == "Check the network and the server's address, then try again.")
        }
        for kind in [AllowanceError.Kind.truncatedAnswer, .serverFailed, .unavailable, .tooManyRequests] {
            #expect(hint(kind) == "Try again later.")
        }
        #expect(hint(.conflict) == nil && hint(.cancelled) == nil)
        #expect(hint(.signInRequired) == "Run `pocketbell login`.")
        for kind in AllowanceError.Kind.allCases { #expect(hint(kind)?.contains("tried again") != true, "\(kind)") }
    }

    @Test("a password that cannot be had says which other ways there are, and not the password")
    func passwords() {
        let sentences: [(SecretInput.Failure, String)] = [
            (.noTerminal, "there is no terminal to ask for the password at"), (.empty, "the password is empty"),
            (.ended, "no password was entered"),
            (.tooLong(limit: 4_096), "the password has more than 4096 bytes"),
            (.unreadable(reason: "not UTF-8"), "the password cannot be read: not UTF-8"),
        ]
        for (failure, sentence) in sentences {
            let complaint = Complaint(failure)
            #expect(complaint.kind == .usage && complaint.message == sentence)
            #expect(complaint.hint == "use --password-stdin or --password-file FILE")
        }
    }

    @Test("a mistake of this program is refused as not available: the one who asked did nothing wrong")
    func refusals() {
        struct Unforeseen: Error {}
        guard case .refused(let refusal) = ControlAnswer.refused(because: Unforeseen()) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.kind == .unavailable && refusal.hint == "this is a mistake in the program; please report it")
    }

    @Test("a finding says why something could not be looked at, with the next step")
    func findings() {
        let finding = Finding.bad("store", because: DaemonError(.stateFolder, "it cannot be used", hint: "look"))
        #expect(finding == Finding(name: "store", state: .bad, message: "it cannot be used", hint: "look"))
        #expect(Finding.good("a", "b") == Finding(name: "a", state: .good, message: "b"))
    }

    @Test(
        "text without controls stays as it is, marks of direction are seen",
        arguments: [
            ("Grüße 日本 🎈👨‍👩‍👧", "Grüße 日本 🎈👨‍👩‍👧"), ("a\u{1F}b\u{20}c", "a b c"), ("a\u{7E}b\u{7F}c", "a~b c"),
            ("a\u{80}b\u{9F}c\u{A0}d", "a b c\u{A0}d"), ("\u{2027}\u{2028}\u{2029}\u{202A}", "\u{2027}  \u{FFFD}"),
            ("\u{200D}\u{200E}\u{200F}\u{2010}", "\u{200D}\u{FFFD}\u{FFFD}\u{2010}"),
            ("\u{202E}\u{202F}\u{2065}\u{2066}\u{2069}\u{206A}", "\u{FFFD}\u{202F}\u{2065}\u{FFFD}\u{FFFD}\u{206A}"),
            ("\u{FEFF}x", "\u{FFFD}x"), ("", ""),
        ])
    func harmless(_ text: String, _ shown: String) {
        #expect(Array(text.harmless.unicodeScalars) == Array(shown.unicodeScalars))
    }
}
