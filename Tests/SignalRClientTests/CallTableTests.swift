import Runtime
import SignalRProtocol
import Testing

@testable import SignalRClient

@Suite("Call table")
struct CallTableTests {
    @Test("fails every call when the transport ends, and takes none afterwards")
    func end() async throws {
        let table = CallTable()
        let call = PendingCall()
        let items = BoundedChannel<[UInt8]>(limit: 10)
        let ids = [try table.add(.call(call)).0, try table.add(.stream(items)).0]
        #expect(Set(ids).count == 2)
        #expect(table.hasCalls)
        items.push([1])
        table.end(.lost(.lost("gone")))
        let error = await #expect(throws: HubError.self) { try await call.value() }
        #expect(error?.kind == .lost)
        #expect(error?.mayHaveRun == true)
        #expect(try await items.next() == [1])
        await #expect(throws: HubError.self) { try await items.next() }
        #expect(throws: HubError.notConnected) { try table.add(.call(PendingCall())) }
        #expect(!table.hasCalls)
    }

    @Test("counts only what waits for a result as calls")
    func calls() throws {
        let table = CallTable()
        let (stream, _) = try table.add(.stream(BoundedChannel<[UInt8]>(limit: 1)))
        #expect(!table.hasCalls)
        let (call, _) = try table.add(.call(PendingCall()))
        #expect(table.hasCalls)
        table.remove(call)
        table.remove(call)
        table.remove(stream)
        #expect(!table.hasCalls)
        #expect(table.count == 0)
    }

    @Test("lets the first end of a call count, before or after somebody waits")
    func pendingCall() async throws {
        let early = PendingCall()
        early.end(.success([1]))
        early.end(.failure(.stopped))
        #expect(try await early.value() == [1])
        let late = PendingCall()
        async let value = late.value()
        late.end(.success([2]))
        #expect(try await value == [2])
    }
}
