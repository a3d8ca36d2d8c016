import Glibc
import SignalRCodable

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
        hub.on("Join") { (call: HubMethodCall, room: String) in
            call.hub.join(call.connectionID, room)
        }
        hub.on("Say") { (call: HubMethodCall, line: Line) in
            guard !line.text.isEmpty else { throw HubFailure("There is nothing to say.") }
            return try call.hub.send("Said", line, to: .group(line.room))
        }
        hub.onStream("Count") { (items: HubValueWriter<Int>, count: Int) in
            for number in 0..<count { try await items.send(number) }
        }
        return hub
    }
}
