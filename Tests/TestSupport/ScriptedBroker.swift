import Glibc
import Runtime

/// A broker that says to each thing it hears what a test wants, for what no real one does. Plain blocking sockets.
package final class ScriptedBroker: Sendable {
    package enum Answer: Sendable {
        case say([UInt8])
        case hangUp
        /// Says nothing more, and keeps the connection.
        case silence
    }

    package let port: Int
    private let descriptor: Int32
    private let heard = Lock([[UInt8]]())

    /// - Parameter scripts: one for each connection, an answer for each time that something comes; the last for all later ones.
    package init(_ scripts: [[Answer]]) throws {
        let socket = try LoopbackSocket.listening()
        (descriptor, port) = (socket.descriptor, Int(socket.port))
        _ = try ServiceThread(name: "broker") { [self, descriptor] in
            var count = 0
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { return }
                let script = scripts[min(count, scripts.count - 1)]
                count += 1
                _ = try? ServiceThread(name: "broker-talk") { [self] in serve(client, script) }
            }
        }
    }

    deinit { close(descriptor) }

    package func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// What came, as it came.
    package var messages: [[UInt8]] { heard.withLock { $0 } }

    private func serve(_ client: Int32, _ script: [Answer]) {
        var rest = script[...]
        LoopbackSocket.readAll(client) { bytes in
            heard.withLock { $0.append(bytes) }
            switch rest.popFirst() ?? .silence {
            case .say(let bytes): _ = LoopbackSocket.writeAll(bytes, to: client)
            case .hangUp: shutdown(client, Int32(SHUT_RDWR))
            case .silence: break
            }
        }
        close(client)
    }
}
