import Control
import Store
import TestSupport
import Testing
import Values

@testable import Daemon

@Suite("An entry and a store that fails")
struct KeptEntryTests {
    private let commands = ProgramCommands(isService: false, namedFile: nil)

    private static let kinds: [StoreError.Kind] = [
        .inUse, .newerVersion, .corrupted, .readOnly, .full, .inputOutput, .unusable, .taken, .overloaded, .closed,
        .cancelled, .unreadable, .unexpected,
    ]

    @Test(
        "what a disk that fails may have written is said to be uncertain; what was surely not kept is said to be lost",
        arguments: kinds)
    func absent(_ kind: StoreError.Kind) async throws {
        let error = StoreError(kind, "The disk fails.", nextStep: "Replace it.")
        await #expect {
            _ = try await EntryDesk.kept(despite: error, commands) { nil }
        } throws: { thrown in
            guard [.inputOutput, .unexpected].contains(kind) else { return (thrown as? StoreError)?.kind == kind }
            let refusal = thrown as? ControlAnswer.Refusal
            return refusal?.kind == .unavailable && refusal?.message.contains("not certain") == true
                && refusal?.hint == "look before you enter it again: pocketbell pending list"
        }
    }

    @Test("where the store cannot even be looked into nobody says that nothing was kept", arguments: kinds)
    func unread(_ kind: StoreError.Kind) async throws {
        let error = StoreError(kind, "The disk fails.", nextStep: "Replace it.")
        await #expect {
            _ = try await EntryDesk.kept(despite: error, commands) { () throws(StoreError) in throw error }
        } throws: {
            ($0 as? ControlAnswer.Refusal)?.message.hasPrefix("whether it was kept is not certain") == true
        }
    }
}
