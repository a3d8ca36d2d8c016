import Runtime
import SignalRProtocol
import Testing

@testable import SignalRClient

@Suite("Call table")
struct CallTableTests {
    @Test("fails every call when the transport ends, and takes none afterwards")
    func end() async throws {
        let table = CallTable()
        let call = Promise<[UInt8], HubError>()
        let items = BoundedChannel<[UInt8]>(limit: 10)
        let ids = [try table.add(.call(call)).0, try table.add(.stream(items)).0]
        #expect(Set(ids).count == 2)
        #expect(table.hasCalls)
        items.push([1])
        table.end(.lost(.lost("gone")))
        let error = await #expect(throws: HubError.self) { try await call.valueEvenIfCancelled() }
        #expect(error?.kind == .lost)
        #expect(error?.mayHaveRun == true)
        #expect(try await items.next() == [1])
        await #expect(throws: HubError.self) { try await items.next() }
        #expect(throws: HubError.notConnected) { try table.add(.call(Promise<[UInt8], HubError>())) }
        #expect(!table.hasCalls)
    }

    @Test("counts only what waits for a result as calls")
    func calls() throws {
        let table = CallTable()
        let (stream, _) = try table.add(.stream(BoundedChannel<[UInt8]>(limit: 1)))
        #expect(!table.hasCalls)
        let (call, _) = try table.add(.call(Promise<[UInt8], HubError>()))
        #expect(table.hasCalls)
        table.remove(call)
        table.remove(call)
        table.remove(stream)
        #expect(!table.hasCalls)
        #expect(table.count == 0)
    }
}
