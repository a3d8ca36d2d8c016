import Glibc
import Runtime

/// A submission server without encryption that says what a test wants, and remembers what it got. Plain blocking sockets: a fresh
/// clone needs nothing for it.
package final class MailServer: Sendable {
    package enum Answer: Sendable {
        /// One or several lines, without the last line's end.
        case say(String)
        case hangUp
        /// Says nothing more, and keeps the connection.
        case silence
    }

    package struct Delivery: Sendable {
        /// As it came, dots still doubled, without the last one.
        package var content: [UInt8] = []
        /// Whether the last dot came.
        package var isComplete = false

        package var text: String { String(decoding: content, as: UTF8.self) }
        package var lines: [Substring] {
            text.split(separator: "\r\n" as Character, omittingEmptySubsequences: false)
        }
    }

    private struct State {
        var commands: [String] = []
        var deliveries: [Delivery] = []
        var connections: Set<Int32> = []
    }

    package let port: Int
    private let descriptor: Int32
    private let answers: [String: Answer]
    private let state = Lock(State())

    /// - Parameter answers: by how a command begins, such as `RCPT TO:<bob`; `greeting`, `content` (as soon as some of it came) and `.`
    ///   (behind it) are no commands. All else is taken.
    package init(_ answers: [String: Answer] = [:]) throws {
        let socket = try LoopbackSocket.listening()
        (descriptor, port, self.answers) = (socket.descriptor, Int(socket.port), answers)
        _ = try ServiceThread(name: "mail-server") { [self, descriptor] in
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { return }
                state.withLock { _ = $0.connections.insert(client) }
                _ = try? ServiceThread(name: "mail-talk") { [self] in
                    serve(client)
                    state.withLock { _ = $0.connections.remove(client) }
                    // A program that a test beside this one is just starting may hold it too.
                    shutdown(client, Int32(SHUT_RDWR))
                    close(client)
                }
            }
        }
    }

    /// Ends all that is under way.
    package func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        for client in state.withLock(\.connections) { shutdown(client, Int32(SHUT_RDWR)) }
    }

    package var commands: [String] { state.withLock(\.commands) }
    /// The first one is that of the first connection that came so far.
    package var deliveries: [Delivery] { state.withLock(\.deliveries) }

    private func answer(_ word: String) -> Answer {
        if let key = answers.keys.filter({ word.hasPrefix($0) }).max(by: { $0.count < $1.count }),
            let found = answers[key]
        {
            return found
        }
        switch word.prefix(4) {
        case "gree": return .say("220 here")
        case "EHLO": return .say("250-here\r\n250 8BITMIME")
        case "DATA": return .say("354 go on")
        case "QUIT": return .say("221 bye")
        case ".": return .say("250 2.0.0 queued as 1")
        default: return .say("250 ok")
        }
    }

    /// - Returns: `false` to hang up.
    private func reply(_ word: String, _ client: Int32) -> Bool {
        switch answer(word) {
        case .say(let text): return LoopbackSocket.writeAll(Array("\(text)\r\n".utf8), to: client)
        case .hangUp: return false
        case .silence:
            LoopbackSocket.readAll(client) { _ in }
            return false
        }
    }

    private func serve(_ client: Int32) {
        guard reply("greeting", client) else { return }
        var (pending, index): ([UInt8], Int?) = ([], nil)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            while let end = pending.firstIndex(of: 10) {
                let line = Array(pending[...end])
                pending.removeFirst(line.count)
                if let place = index {
                    guard take(line, place, client) else { return }
                    if state.withLock({ $0.deliveries[place].isComplete }) { index = nil }
                    continue
                }
                let command = String(decoding: line.prefix { $0 != 13 && $0 != 10 }, as: UTF8.self)
                state.withLock { $0.commands.append(command) }
                guard reply(command, client) else { return }
                if command == "DATA", case .say(let text) = answer("DATA"), text.hasPrefix("354") {
                    index = state.withLock {
                        $0.deliveries.append(Delivery())
                        return $0.deliveries.count - 1
                    }
                }
            }
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            pending += buffer[..<count]
        }
    }

    /// A line of a message.
    private func take(_ line: [UInt8], _ place: Int, _ client: Int32) -> Bool {
        guard line == Array(".\r\n".utf8) else {
            state.withLock { $0.deliveries[place].content += line }
            return answers["content"] == nil || reply("content", client)
        }
        state.withLock { $0.deliveries[place].isComplete = true }
        return reply(".", client)
    }
}
