import CCurl

// Top-level functions, since a C function pointer cannot carry context. All run on the transfer's thread, which holds the
// transfer strongly, so the unretained context pointer is valid.

private func transfer(_ context: UnsafeMutableRawPointer?) -> MailTransfer? {
    unsafe context.map { unsafe Unmanaged<MailTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func onRead(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
    return unsafe transfer(context)?.fill(room) ?? ccurl_read_abort()
}

/// The one way to see commands: of replies alone nobody could tell what they answer.
private func onTalk(
    _: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ data: UnsafeMutablePointer<CChar>?, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count)
    switch kind {
    case CURLINFO_HEADER_OUT: unsafe transfer(context)?.witness.heard(command: bytes)
    case CURLINFO_HEADER_IN: unsafe transfer(context)?.witness.heard(reply: bytes)
    default: break
    }
    return 0
}

/// Replies come by ``onTalk`` already; without a callback libcurl would write them to standard output.
private func onWrite(
    _: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _: UnsafeMutableRawPointer?
) -> Int { size * count }

private func onProgress(
    _ context: UnsafeMutableRawPointer?, _: curl_off_t, _: curl_off_t, _: curl_off_t, _: curl_off_t
) -> Int32 {
    unsafe transfer(context)?.isToEnd == true ? 1 : 0
}

private func onOpenSocket(
    _ context: UnsafeMutableRawPointer?, _: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = unsafe transfer(context) else { return ccurl_bad_socket() }
    return unsafe openedSocket(address) { transfer.mayUse($0) }
}

extension MailTransfer {
    func configureCallbacks(_ handle: EasyHandle) throws(HTTPError) {
        let context = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        let easy = unsafe handle.pointer
        try unsafe handle.set(CURLOPT_READDATA, pointer: context)
        try unsafe handle.check(ccurl_set_read_callback(easy, onRead), CURLOPT_READFUNCTION)
        try unsafe handle.set(CURLOPT_DEBUGDATA, pointer: context)
        try unsafe handle.check(ccurl_set_debug_callback(easy, onTalk), CURLOPT_DEBUGFUNCTION)
        try handle.set(CURLOPT_VERBOSE, true)
        try unsafe handle.check(ccurl_set_write_callback(easy, CURLOPT_WRITEFUNCTION, onWrite), CURLOPT_WRITEFUNCTION)
        try unsafe handle.set(CURLOPT_XFERINFODATA, pointer: context)
        try unsafe handle.check(ccurl_set_progress_callback(easy, onProgress), CURLOPT_XFERINFOFUNCTION)
        try handle.set(CURLOPT_NOPROGRESS, false)
        try unsafe handle.set(CURLOPT_OPENSOCKETDATA, pointer: context)
        try unsafe handle.check(ccurl_set_opensocket_callback(easy, onOpenSocket), CURLOPT_OPENSOCKETFUNCTION)
    }
}
