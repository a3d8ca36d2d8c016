import Foundation
import FoundationNetworking
import SignalRCodable

/// Passes on what is said in a room of the chat to a webhook that takes `{"text": …}`, as those of Slack and Mattermost do:
///
///     relay http://127.0.0.1:5000/chat kitchen https://hooks.example.org/services/…
@main
struct Relay {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 4, let webhook = URL(string: words[3]) else {
            return print("usage: relay HUB ROOM WEBHOOK")
        }
        var options = HubConnectionOptions()
        // For ever, after random pauses.
        options.reconnect = .jittered()
        options.onLog = { entry in if entry.level >= .info { FileHandle.standardError.write(Data("\(entry)\n".utf8)) } }
        let hub = HubConnection(words[1], options: options)
        hub.onConnect { session in try await session.invoke("Join", words[2]) }
        // Taken before the start, so that nothing is missed. What waits for a slow webhook holds the hub back.
        let said = hub.invocations(of: "Said")
        try await hub.start()
        for await invocation in said {
            guard let line = try? invocation.arguments(as: Line.self) else { continue }
            do { try await post(["text": "\(line.from): \(line.text)"], to: webhook) } catch { print("lost: \(error)") }
        }
    }

    private static func post(_ message: [String: String], to webhook: URL) async throws {
        var request = URLRequest(url: webhook, timeoutInterval: 10)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(message)
        let (_, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard 200..<300 ~= status else { throw URLError(.badServerResponse) }
    }
}

/// What was said; the chat sends its room too.
struct Line: Decodable {
    var from: String
    var text: String
}
