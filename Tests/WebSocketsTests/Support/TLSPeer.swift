import SocketTestSupport

@testable import Sockets

/// The server's end of TLS, written by hand over a raw socket: what it sends can be cut, changed, or come at the wrong
/// time.
final class TLSPeer {
    let socket: RawSocket
    private let session: TLSSession
    private var plain: [UInt8] = []

    init?(_ socket: RawSocket, _ identity: TLSIdentity) {
        guard let context = try? TLSContext(identity, clientAuthorities: nil),
            let session = try? TLSSession(accepting: context)
        else { return nil }
        self.socket = socket
        self.session = session
    }

    /// Shakes hands; what is sent goes through `send`.
    func shakeHands(_ send: (RawSocket, [UInt8]) -> Void = { $0.send($1) }) -> Bool {
        while !session.isEstablished {
            guard feed() else { return false }
            send(socket, session.takeOutput())
        }
        return true
    }

    /// The request for the upgrade; nil if it does not come.
    func readRequest() -> String? {
        while true {
            let text = String(decoding: plain, as: UTF8.self)
            if text.hasSuffix("\r\n\r\n") {
                plain = []
                return text
            }
            guard feed() else { return nil }
        }
    }

    /// What these bytes become on the wire.
    func encrypted(_ bytes: [UInt8]) -> [UInt8] {
        try? session.encrypt(bytes)
        return session.takeOutput()
    }

    /// What the session says when it is given nonsense: a fatal alert, encrypted.
    func alert() -> [UInt8] {
        let nonsense: [UInt8] = [0x17, 3, 3, 0, 32] + [UInt8](repeating: 9, count: 32)
        try? session.receive(nonsense.span) { () throws(SocketError) in _ = try read() }
        return session.takeOutput()
    }

    func goodBye() -> [UInt8] {
        session.sayGoodBye()
        return session.takeOutput()
    }

    /// Reads once; false at the end.
    private func feed() -> Bool {
        let bytes = socket.read()
        guard !bytes.isEmpty else { return false }
        do {
            try session.receive(bytes.span) { () throws(SocketError) in
                try session.handshake()
                if session.isEstablished { plain += try read() }
            }
        } catch {
            return false
        }
        return true
    }

    private func read() throws(SocketError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
        defer { buffer.deallocate() }
        let count = try session.read(into: buffer) ?? 0
        return Array(buffer[..<count])
    }
}
