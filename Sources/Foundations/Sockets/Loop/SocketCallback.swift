import CLibWebSockets

/// Entry point of the library for every socket. Runs on the service thread; -1 closes the wsi.
func socketCallback(
    _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ input: UnsafeMutableRawPointer?, _ length: Int
) -> Int32 {
    switch reason {
    case LWS_CALLBACK_RAW_RX:
        guard let connection = unsafe connection(wsi) else { return -1 }
        connection.loop.drainsBeforeSleep = true
        defer { connection.loop.drainsBeforeSleep = false }
        // The actor is this thread's: the bytes do not leave it, and are copied before the callback returns.
        let bytes = unsafe UnsafeRawBufferPointer(start: input, count: length).bindMemory(to: UInt8.self)
        let span = unsafe bytes.span
        connection.assumeIsolated { $0.received(span) }
    case LWS_CALLBACK_RAW_WRITEABLE:
        guard let owner = unsafe owner(wsi) else { return -1 }
        let connection = owner as? Connection
        guard let loop = connection?.loop ?? (owner as? ConnectAttempt)?.connection.loop else { return -1 }
        loop.drainsBeforeSleep = true
        defer { loop.drainsBeforeSleep = false }
        if let connection {
            connection.assumeIsolated { $0.writable() }
        } else {
            (owner as? ConnectAttempt)?.writable()
        }
    case LWS_CALLBACK_RAW_CLOSE: unsafe closed(wsi)
    case LWS_CALLBACK_RAW_RX_FILE:
        unsafe listener(wsi)?.assumeIsolated { $0.acceptPending() }
    case LWS_CALLBACK_RAW_CLOSE_FILE:
        unsafe listener(wsi)?.assumeIsolated { $0.closed() }
    case LWS_CALLBACK_TIMER:
        unsafe tick(wsi)
    default: break
    }
    return 0
}

private func closed(_ wsi: OpaquePointer?) {
    guard let owner = unsafe owner(wsi) else { return }
    unsafe lws_set_opaque_user_data(wsi, nil)
    switch owner {
    case let connection as Connection: connection.assumeIsolated { $0.closedByLibrary() }
    case let attempt as ConnectAttempt: attempt.closed()
    default: preconditionFailure("a socket belongs to a connection or to an attempt at one")
    }
}

private func tick(_ wsi: OpaquePointer?) {
    switch unsafe owner(wsi) {
    case let connection as Connection: connection.assumeIsolated { $0.tick() }
    case let listener as Listener: listener.assumeIsolated { $0.resumeAccepting() }
    default: break
    }
}

private func owner(_ wsi: OpaquePointer?) -> AnyObject? {
    guard let wsi = unsafe wsi, let opaque = unsafe lws_get_opaque_user_data(wsi) else { return nil }
    return unsafe Unmanaged<AnyObject>.fromOpaque(opaque).takeUnretainedValue()
}

private func connection(_ wsi: OpaquePointer?) -> Connection? { unsafe owner(wsi) as? Connection }

private func listener(_ wsi: OpaquePointer?) -> Listener? { unsafe owner(wsi) as? Listener }
