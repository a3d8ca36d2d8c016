import Observability
import Sockets
import Store
import TestSupport
import Testing

@testable import Daemon

@Suite("Waiting for the store")
struct WatchTests {
    @Test("what waits for the store is logged once for each reason, and not when it has started")
    func waiting() async throws {
        let (folder, sink) = (try TemporaryFolder(), CapturingSink())
        let log = Log(Logger(component: "test", threshold: LogThreshold(.error), sink: sink))
        let watch = try Watch(
            folder: StateFolder(folder.path), store: try await Store.open(in: folder.path, logger: log.logger("store")),
            loop: try EventLoop(), log: log, signInCommand: SignInCommand(isService: false, namedFile: nil))
        let full = StoreError(.full, "The disk is full.", nextStep: "Make room.")
        let busy = StoreError(.overloaded, "The store is busy.", nextStep: "Wait.")
        // Two parts may wait for the same, and each is tried again once a second.
        for error in [full, full, full, busy, busy] { watch.waits("the relay", for: error) }
        watch.waits("mum", for: full)
        #expect(sink.records.count == 3, "\(sink.records)")
        #expect(watch.board.waiting == [full, busy].map(\.description).sorted())
        for part in ["the relay", "mum"] { watch.waits(part, for: nil) }
        #expect(sink.records.count == 3 && watch.board.waiting.isEmpty)
        watch.waits("mum", for: full)
        #expect(sink.records.count == 4)
        await watch.close()
    }
}
