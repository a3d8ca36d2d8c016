import Store
import Testing
import Values

@testable import SyncEngine

@Suite("EngineInbox")
struct InboxTests {
    @Test("hints beyond the bound are counted, and a change of the link is never lost")
    func bounds() {
        let inbox = EngineInbox(hintLimit: 3)
        for _ in 0..<5 { inbox.post(.frame(.something)) }
        for isUp in [true, false, true, false, true] { inbox.postLink(isUp: isUp) }
        let contents = inbox.take()
        #expect(contents.hints.count == 3 && contents.dropped == 2)
        #expect(contents.links == [false, true])
        #expect(inbox.take().hints.isEmpty)
    }

    @Test("a stop stays requested")
    func stop() {
        let inbox = EngineInbox()
        inbox.requestStop()
        #expect(inbox.take().isStopRequested && inbox.take().isStopRequested)
    }

    @Test("what was posted before the wait ends it, also after another wait was cancelled", .timeLimit(.minutes(1)))
    func waiting() async {
        let inbox = EngineInbox()
        let waiter = Task { await inbox.wait() }
        waiter.cancel()
        await waiter.value
        inbox.postClocks()
        await inbox.wait()
        async let woken: Void = inbox.wait()
        inbox.requestScan()
        await woken
        #expect(inbox.take().isScanRequested)
    }
}
