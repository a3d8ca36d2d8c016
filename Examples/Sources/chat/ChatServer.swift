import Glibc
import SignalRCodable
import SignalRServer

enum ChatServer {
    static func run(port: Int) async throws {
        let server = try await HubServer(["/chat": hub()]).start(port: port)
        print("chat at \(server.url)/chat")
        // Standard output may be a file.
        fflush(nil)
        // Until the program is ended.
        while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
        await server.stop()
    }

    static func hub() -> Hub {
        let hub = Hub()
        hub.method("Join", returning: Void.self) { (call: HubCaller, room: String) in
            call.hub.join(call.connectionID, room)
        }
        hub.method("Say", returning: Int.self) { (call: HubCaller, line: Line) in
            guard !line.text.isEmpty else { throw HubFailure("There is nothing to say.") }
            return try call.hub.send("Said", encoding: line, to: .group(line.room))
        }
        hub.stream("Count", of: Int.self) { (_: HubCaller, items: HubValueWriter<Int>, count: Int) in
            for number in 0..<count { try await items.send(number) }
        }
        return hub
    }
}
