import CLibWebSockets

/// Entry point of lws for the client vhost. Runs on the service thread.
func clientCallback(
    _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ input: UnsafeMutableRawPointer?, _ length: Int
) -> Int32 {
    switch reason {
    case LWS_CALLBACK_RAW_RX, LWS_CALLBACK_RAW_WRITEABLE, LWS_CALLBACK_RAW_CLOSE, LWS_CALLBACK_TIMER: break
    default: return 0
    }
    guard let wsi = unsafe wsi, let opaque = unsafe lws_get_opaque_user_data(wsi) else { return 0 }
    let connection = unsafe Unmanaged<ClientConnection>.fromOpaque(opaque).takeUnretainedValue()
    switch reason {
    case LWS_CALLBACK_RAW_RX:
        // The actor is this thread's: the bytes do not leave it, and are copied before the callback returns.
        nonisolated(unsafe) let bytes = unsafe UnsafeRawBufferPointer(start: input, count: length)
        connection.loop.drainsBeforeSleep = true
        defer { connection.loop.drainsBeforeSleep = false }
        connection.assumeIsolated { unsafe $0.received(bytes) }
    case LWS_CALLBACK_RAW_WRITEABLE:
        connection.loop.drainsBeforeSleep = true
        defer { connection.loop.drainsBeforeSleep = false }
        connection.assumeIsolated { $0.writable() }
    case LWS_CALLBACK_RAW_CLOSE:
        unsafe lws_set_opaque_user_data(wsi, nil)
        connection.assumeIsolated { $0.closed() }
    default: connection.assumeIsolated { $0.tick() }
    }
    return 0
}
