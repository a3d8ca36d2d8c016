import TestSupport
import Testing

/// What `pocketbell hub listen` says beside the messages, on the built-in conformance hub.
@Suite("Listening to a hub", .serialized, .timeLimit(.minutes(2)))
struct HubListenTests {
    @Test("says when it is connected, when not, and when again; a signal ends it quietly")
    func news() async throws {
        let server = try await DemoServer()
        let tap = try WireTap(to: server.address)
        let listener = try ChildProcess(
            Installation.program, ["hub", "listen", "\(tap.address)/hubs/conformance?x=s3cret"],
            environment: ["NO_COLOR": "1"])
        try await listener.waitForOutput("connected to \(tap.address)/hubs/conformance\n")
        tap.cut()
        try await listener.waitForOutput("; trying again")
        try await listener.waitForOutput("connected again")
        listener.signal(2)
        #expect(try await listener.waitForExit() == 0)
        #expect(listener.output.isEmpty && !listener.errors.contains("s3cret"), "\(listener.errors)")
        #expect(listener.errors.split(separator: "\n").count == 3, "\(listener.errors)")
        try await server.stop()
    }

    @Test("a signal ends it quietly while it still connects", arguments: [2, 15] as [Int32])
    func connecting(_ signal: Int32) async throws {
        let silent = try DeafServer()
        let listener = try ChildProcess(
            Installation.program, ["hub", "listen", "\(silent.address)/hub", "--timeout", "60s"],
            environment: ["NO_COLOR": "1"])
        try await silent.waitForCaller()
        listener.signal(signal)
        #expect(try await listener.waitForExit() == 0)
        #expect(listener.output.isEmpty && listener.errors.isEmpty, "\(listener.errors)")
    }
}
