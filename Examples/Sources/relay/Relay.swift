import Foundation
import FoundationNetworking
import SignalRCodable

/// Passes on what a hub calls to a webhook that takes `{"text": …}`, as those of Slack and Mattermost do:
///
///     relay http://127.0.0.1:5000/hubs/news Published https://hooks.example.org/services/…
@main
struct Relay {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 4, let webhook = URL(string: words[3]) else {
            return print("usage: relay HUB TARGET WEBHOOK")
        }
        var options = HubConnectionOptions()
        // For ever, after random pauses.
        options.reconnect = .jittered(retriesFirstConnection: true)
        options.onLog = { entry in if entry.level >= .info { FileHandle.standardError.write(Data("\(entry)\n".utf8)) } }
        let hub = HubConnection(words[1], options: options)
        // Taken before the start, so that nothing is missed. What waits for a slow webhook holds the hub back.
        let calls = hub.invocations(of: words[2])
        try await hub.start()
        for await call in calls {
            var request = URLRequest(url: webhook, timeoutInterval: 10)
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(["text": "\(call.target): \(call.arguments)"])
            let answer = try? await URLSession.shared.data(for: request).1 as? HTTPURLResponse
            if answer.map({ 200..<300 ~= $0.statusCode }) != true { print("lost: \(call.arguments)") }
        }
    }
}
