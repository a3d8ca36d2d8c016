import CCurl

/// Owns one `CURLM *`: the transfers under way and the pool of connections.
///
/// Invariant for `@unchecked`: ``wake()`` is the one call that libcurl allows from other threads, and the mailbox makes it
/// only before it is closed, hence before ``close()``. Everything else belongs to the service thread, or to the one that
/// creates the client before that thread starts.
@safe final class MultiHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    private var isClosed = false

    init() throws(HTTPError) {
        guard CurlGlobal.isReady, let pointer = unsafe curl_multi_init() else { throw .outOfMemory }
        unsafe self.pointer = unsafe pointer
    }

    // For a client whose thread did not start.
    deinit { close() }

    func close() {
        if !isClosed { unsafe curl_multi_cleanup(pointer) }
        isClosed = true
    }

    /// Ends `curl_multi_poll`, or the next one.
    func wake() { unsafe curl_multi_wakeup(pointer) }

    func set(_ option: CURLMoption, _ value: Int) throws(HTTPError) {
        let code = unsafe ccurl_multi_set_long(pointer, option, value)
        guard code == CURLM_OK else {
            throw HTTPError(.other(code: Int(code.rawValue)), detail: "libcurl refuses option \(option.rawValue)")
        }
    }
}
