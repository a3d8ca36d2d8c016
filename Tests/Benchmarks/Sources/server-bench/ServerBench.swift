import Glibc
import SignalRServer

/// Our hub server with the methods that the programs of `compare-server` call, until standard input ends.
@main
struct ServerBench {
    static func main() async {
        do { try await run() } catch {
            "server-bench: \(error)\n".withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
            exit(1)
        }
    }

    private static func run() async throws {
        let server = try await HubServer(["/hubs/conformance": hub]).start()
        print("server-bench ready on \(server.url)")
        fflush(nil)
        while getchar() != EOF {}
        await server.stop()
    }

    private static var hub: Hub {
        let hub = Hub()
        hub.on("Echo", jsonParameters: 1) { try $0.arguments.json(0) }
        // The caller's own messages, as fast as it takes them.
        hub.on("Blast", jsonParameters: 3) { call in
            let (count, target) = (try call.arguments.int(0), try call.arguments.string(1))
            let payload: String = try call.arguments.json(2)
            for _ in 0..<max(0, count) { try await call.send(target, json: [payload]) }
            return nil
        }
        return hub
    }
}
