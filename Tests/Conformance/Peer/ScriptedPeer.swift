import Glibc
import Runtime
import SocketTestSupport

/// A server that does, byte for byte, what a case says, for what no real server can be made to do. It shares no code with the
/// client that it judges but a digest.
///
/// It only takes requests in; the case looks at each and answers it.
final class ScriptedPeer: Sendable {
    private struct State {
        var sockets: [RawSocket] = []
        var threads: [ServiceThread] = []
        var isStopped = false
    }

    let port: Int
    /// Every request that has come, answered or not.
    let requests = Journal<PeerRequest>()
    private let listening: RawSocket
    private let state = Lock(State())

    var origin: String { "http://127.0.0.1:\(port)" }
    var url: String { "\(origin)/hub" }

    init() throws {
        (listening, port) = try RawPeer.listen(on: "127.0.0.1", port: 0)
        let thread = try ServiceThread(name: "peer") { [self] in accept() }
        state.withLock { $0.threads.append(thread) }
    }

    /// Cuts every connection and waits for its threads.
    func stop() async {
        listening.cut()
        let (sockets, threads) = state.withLock { state in
            state.isStopped = true
            return (state.sockets, state.threads)
        }
        for request in requests.all { request.abandon() }
        for socket in sockets { socket.cut() }
        for thread in threads { await thread.finished() }
        listening.close()
    }

    private func accept() {
        while true {
            let descriptor = Glibc.accept(listening.descriptor, nil, nil)
            guard descriptor >= 0 else { return }
            let socket = RawSocket(descriptor: descriptor, limit: .seconds(60))
            guard
                let thread = try? ServiceThread(
                    name: "peer",
                    { [self] in
                        serve(socket)
                        forget(socket)
                        socket.close()
                    })
            else { return }
            let isStopped = state.withLock { state in
                state.sockets.append(socket)
                state.threads.append(thread)
                return state.isStopped
            }
            if isStopped { socket.cut() }
        }
    }

    private func forget(_ socket: RawSocket) {
        state.withLock { state in state.sockets.removeAll { $0 === socket } }
    }

    private func serve(_ socket: RawSocket) {
        var rest: [UInt8] = []
        while let request = PeerRequest.read(from: socket, &rest) {
            requests.add(request)
            // One that comes during the stop may be too late to be abandoned by it.
            if state.withLock({ $0.isStopped }) { return }
            switch request.waitForAnswer() {
            case .response(let bytes): guard socket.send(bytes) else { return }
            case .webSocket(let webSocket): return webSocket.read(rest)
            case .events(let events): return events.waitForEnd()
            case .gone: return
            }
        }
    }
}
