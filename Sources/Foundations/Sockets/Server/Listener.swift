import CLibWebSockets
import Glibc

/// Accepts connections from one listening descriptor, which lws only polls.
@safe actor Listener {
    nonisolated let loop: LwsLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let descriptor: Int32
    private let accepted: @Sendable (Int32) -> Void
    private var wsi: OpaquePointer?
    private var closing: CheckedContinuation<Void, Never>?

    /// Takes over the descriptor. On the service thread.
    init(
        loop: LwsLoop, vhost: LwsHandle, socket: consuming ListeningSocket,
        accepted: @escaping @Sendable (Int32) -> Void
    ) throws(HTTPServerError) {
        self.loop = loop
        self.accepted = accepted
        descriptor = socket.release()
        unsafe wsi = unsafe clws_adopt_listener(vhost.pointer, descriptor)
        guard let wsi = unsafe wsi else { throw .listen("descriptor table full", code: EMFILE) }
        unsafe lws_set_opaque_user_data(wsi, Unmanaged.passUnretained(self).toOpaque())
    }

    func acceptPending() {
        // Bounded, so that a flood of connections does not starve those already open.
        for _ in 0..<64 {
            let fd = clws_accept(descriptor)
            if fd >= 0 {
                accepted(fd)
                continue
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: pauseAccepting()
            default: break
            }
            return
        }
    }

    /// At the descriptor limit the pending connection stays readable: without a pause poll would spin.
    private func pauseAccepting() {
        guard let wsi = unsafe wsi else { return }
        unsafe lws_rx_flow_control(wsi, 0)
        unsafe lws_set_timer_usecs(wsi, 100_000)
    }

    func resumeAccepting() {
        if let wsi = unsafe wsi { unsafe lws_rx_flow_control(wsi, 1) }
    }

    func close() async {
        guard let wsi = unsafe wsi else { return }
        await withCheckedContinuation { continuation in
            closing = continuation
            unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC)
        }
    }

    func closed() {
        if let wsi = unsafe wsi { unsafe lws_set_opaque_user_data(wsi, nil) }
        unsafe wsi = nil
        closing?.resume()
        closing = nil
    }
}
