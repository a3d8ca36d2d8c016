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
        guard let connection = unsafe connection(wsi) else { return -1 }
        connection.loop.drainsBeforeSleep = true
        defer { connection.loop.drainsBeforeSleep = false }
        connection.assumeIsolated { $0.writable() }
    case LWS_CALLBACK_RAW_CLOSE:
        guard let connection = unsafe connection(wsi) else { return 0 }
        unsafe lws_set_opaque_user_data(wsi, nil)
        connection.assumeIsolated { $0.closedByLibrary() }
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

private func tick(_ wsi: OpaquePointer?) {
    guard let wsi = unsafe wsi, let opaque = unsafe lws_get_opaque_user_data(wsi) else { return }
    let owner = unsafe Unmanaged<AnyObject>.fromOpaque(opaque).takeUnretainedValue()
    switch owner {
    case let connection as Connection: connection.assumeIsolated { $0.tick() }
    case let listener as Listener: listener.assumeIsolated { $0.resumeAccepting() }
    default: preconditionFailure("a socket belongs to a connection or a listener")
    }
}

private func connection(_ wsi: OpaquePointer?) -> Connection? {
    guard let wsi = unsafe wsi, let opaque = unsafe lws_get_opaque_user_data(wsi) else { return nil }
    return unsafe Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue()
}

private func listener(_ wsi: OpaquePointer?) -> Listener? {
    guard let wsi = unsafe wsi, let opaque = unsafe lws_get_opaque_user_data(wsi) else { return nil }
    return unsafe Unmanaged<Listener>.fromOpaque(opaque).takeUnretainedValue()
}
