import SignalRCodable

enum ChatClient {
    static func run(url: String, room: String, name: String) async throws {
        let hub = HubConnection(url)
        hub.on("Said") { (line: Line) in
            if line.from != name { print("\(line.from): \(line.text)") }
        }
        // The server forgets who was in which room: each connection joins anew, before anything else is sent.
        hub.onConnect { session in try await session.invoke("Join", room) }
        try await hub.start()
        while let text = readLine() {
            do throws(HubError) {
                let count: Int = try await hub.invoke("Say", Line(room: room, from: name, text: text))
                print("(\(count) heard it)")
            } catch {
                print("not said: \(error)")
            }
        }
        await hub.stop()
    }
}
