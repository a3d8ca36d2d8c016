import Glibc
import Runtime

/// Stands between a client and a server, passes on what they say, and lets a test put words into the server's mouth.
package final class WireTap: Sendable {
    package let address: String
    private let listener: Int32
    private let upstream: UInt16
    private let links = Lock([Link]())
    private let gate: Gate?

    /// One connection through the tap.
    private final class Link: Sendable {
        let client: Int32
        let server: Int32
        /// Whether the server has switched it to a WebSocket; while locked, nobody else writes to the client.
        let isWebSocket = Lock(false)

        init(client: Int32, server: Int32) {
            self.client = client
            self.server = server
        }

        func end() {
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
        }
    }

    /// Holds back what a client sends, once so many bytes of it have passed on one connection, until it is opened.
    private final class Gate: Sendable {
        let limit: Int
        private let readEnd: Int32
        private let writeEnd: Lock<Int32?>

        init(_ limit: Int) throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw LoopbackSocket.Failure(code: errno) }
            self.limit = limit
            readEnd = ends[0]
            writeEnd = Lock(ends[1])
        }

        deinit {
            open()
            close(readEnd)
        }

        func open() {
            writeEnd.withLock { end in
                if let end { close(end) }
                end = nil
            }
        }

        /// Waits where too much has passed: the pipe ends when it is opened.
        func pass(_ passed: Int) {
            var byte: UInt8 = 0
            if passed > limit { _ = read(readEnd, &byte, 1) }
        }
    }

    /// Lets everything through that a tap made with `holdsAfter` holds back.
    package func letThrough() { gate?.open() }

    /// - Parameters:
    ///   - server: such as `http://127.0.0.1:5300`.
    ///   - limit: so many bytes of a client's pass on each connection; the rest waits for ``letThrough()``. The kernel keeps little
    ///     in between then.
    package init(to server: String, holdsAfter limit: Int? = nil) throws {
        guard let port = server.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            preconditionFailure("the server's address ends with a port")
        }
        upstream = port
        gate = try limit.map(Gate.init)
        let socket = try LoopbackSocket.listening(takesLittle: limit != nil)
        listener = socket.descriptor
        address = "http://127.0.0.1:\(socket.port)"
        _ = try ServiceThread(name: "tap-accept") { [weak self, listener] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                guard let self, let server = try? LoopbackSocket.connected(to: self.upstream) else {
                    close(client)
                    continue
                }
                self.pass(Link(client: client, server: server))
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        links.withLock { $0 }.forEach { $0.end() }
        gate?.open()
    }

    /// Ends every connection that there is; new ones are taken.
    package func cut() { links.withLock { $0 }.forEach { $0.end() } }

    /// Says something to every WebSocket client in the server's name.
    ///
    /// - Returns: how many clients there are.
    @discardableResult
    package func inject(_ bytes: [UInt8]) -> Int {
        var count = 0
        for link in links.withLock({ $0 }) {
            link.isWebSocket.withLock { isWebSocket in
                guard isWebSocket else { return }
                count += LoopbackSocket.writeAll(bytes, to: link.client) ? 1 : 0
            }
        }
        return count
    }

    /// A WebSocket text message in one frame, as a server sends it.
    package static func frame(_ text: String, opcode: UInt8 = 1) -> [UInt8] {
        let payload = Array(text.utf8)
        let length = payload.count
        let head: [UInt8] =
            switch length {
            case ..<126: [UInt8(length)]
            case ..<65_536: [126, UInt8(length >> 8), UInt8(length & 0xFF)]
            default: [127] + (0..<8).map { UInt8(truncatingIfNeeded: length >> ((7 - $0) * 8)) }
            }
        return [0x80 | opcode] + head + payload
    }

    private func pass(_ link: Link) {
        links.withLock { $0.append(link) }
        _ = try? ServiceThread(name: "tap-up") { [gate] in
            var passed = 0
            LoopbackSocket.readAll(link.client) { bytes in
                passed += bytes.count
                gate?.pass(passed)
                _ = LoopbackSocket.writeAll(bytes, to: link.server)
            }
            link.end()
        }
        _ = try? ServiceThread(name: "tap-down") { [weak self] in
            LoopbackSocket.readAll(link.server) { bytes in
                link.isWebSocket.withLock { isWebSocket in
                    if bytes.starts(with: "HTTP/1.1 101".utf8) { isWebSocket = true }
                    _ = LoopbackSocket.writeAll(bytes, to: link.client)
                }
            }
            link.end()
            self?.links.withLock { $0.removeAll { $0 === link } }
            close(link.server)
            close(link.client)
        }
    }
}
