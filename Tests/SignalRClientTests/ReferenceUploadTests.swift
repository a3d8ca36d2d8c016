import SignalRClient
import Testing

@Suite(
    "Hub uploads to the genuine server", .serialized,
    .enabled(if: ReferenceHub.program != nil, "the reference hub is not at hand"))
struct ReferenceUploadTests {
    @Test("sends what belongs to calls and streams", .timeLimit(.minutes(2)))
    func uploads() async throws {
        let origin = try #require(ReferenceHub.origin)
        try await withConnection(origin + "/hubs/conformance") { connection in
            try await connection.start()
            let numbers = (1...500).map { "\($0)" }
            #expect(try await connection.invoke("Sum", json: [], uploading: [HubUpload(json: numbers)]) == "125250")
            #expect(
                try await connection.invoke(
                    "Join", json: ["\" + \""],
                    uploading: [HubUpload(json: ["\"a\"", "\"b\""]), HubUpload(json: ["\"c\""])])
                    == "\"a,b + c\"")
            // So that the hub has not a million items to pass over.
            let endless = AsyncStream<String> { (try? await Task.sleep(for: .milliseconds(1))).map { "7" } }
            #expect(try await connection.invoke("First", json: [], uploading: [HubUpload(json: endless)]) == "7")
            var items: [String] = []
            for try await item in try await connection.stream(
                "Doubles", json: [], uploading: [HubUpload(json: numbers)])
            {
                items.append(item)
            }
            #expect(items == (1...500).map { "\(2 * $0)" })
            let error = await #expect(throws: HubError.self) {
                try await connection.invoke("Sum", json: [], uploading: [HubUpload(json: ["1", "\"no number\""])])
            }
            #expect(error?.kind == .methodFailed)
            #expect(try await connection.invoke("Add", json: ["1", "1"]) == "2")
        }
    }
}
