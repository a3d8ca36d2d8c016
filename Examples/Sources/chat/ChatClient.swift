import SignalRClient
import SignalRCodable

enum ChatClient {
    static func run(url: String, room: String, name: String) async throws {
        let network = try HubNetwork()
        let hub = HubConnection(url, network: network)
        hub.on("Said") { (line: Line) in
            if line.from != name { print("\(line.from): \(line.text)") }
        }
        // The server forgets who was in which room: each connection joins anew, before anything else is sent.
        hub.onConnect { calls in try await calls.invoke("Join", room) }
        try await hub.start()
        while let text = readLine() {
            do throws(HubError) {
                let line = Line(room: room, from: name, text: text)
                let count = try await hub.invoke("Say", line, returning: Int.self)
                print("(\(count) heard it)")
            } catch {
                print("not said: \(error)")
            }
        }
        await hub.stop()
        await network.close()
    }
}
