/// A chat of several rooms, server and client in one program:
///
///     chat serve 5000
///     chat join http://127.0.0.1:5000/chat kitchen Alice
@main
struct Chat {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first, words.count) {
        case ("serve", 2): try await ChatServer.run(port: Int(words[1]) ?? 0)
        case ("join", 4): try await ChatClient.run(url: words[1], room: words[2], name: words[3])
        default: print("usage: chat serve PORT | chat join URL ROOM NAME")
        }
    }
}

/// What is said in a room.
struct Line: Codable, Sendable {
    var room: String
    var from: String
    var text: String
}
