import CCurl
import Glibc

// Top-level functions, since a C function pointer cannot carry context. All run on the service thread, and the loop holds
// each running transfer strongly, so the unretained context pointer is valid.

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    unsafe context.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

private func onHeader(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let line = unsafe UnsafeRawBufferPointer(start: data, count: size * count)
    // Any other number than the one given ends the transfer with CURLE_WRITE_ERROR; an empty line never comes.
    return unsafe transfer(context)?.receive(headerLine: line) == true ? line.count : 0
}

private func onBody(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size * count)
    switch unsafe transfer(context)?.receive(body: bytes) {
    case .taken: return bytes.count
    case .held: return ccurl_write_pause()
    // Not 0, which would mean "all taken" for an empty write.
    case .refused, nil: return bytes.count + 1
    }
}

private func onProgress(
    _ context: UnsafeMutableRawPointer?, _: curl_off_t, _: curl_off_t, _ total: curl_off_t, _ sent: curl_off_t
) -> Int32 {
    unsafe transfer(context)?.sent(Int(sent), of: Int(total))
    return 0
}

/// A socket for libcurl, if the address may be connected to.
func openedSocket(
    _ address: UnsafeMutablePointer<curl_sockaddr>?, where isAllowed: (IPAddress?) -> Bool
) -> curl_socket_t {
    guard let address = unsafe address else { return ccurl_bad_socket() }
    // The C struct declares a plain sockaddr, the memory behind it is as long as the family needs.
    let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
    let target = unsafe IPAddress(UnsafeRawPointer(address).advanced(by: offset).assumingMemoryBound(to: sockaddr.self))
    guard isAllowed(target) else { return ccurl_bad_socket() }
    // libcurl's own socket call lacks CLOEXEC: child processes would inherit the connection.
    return unsafe socket(
        address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
}

private func onOpenSocket(
    _ context: UnsafeMutableRawPointer?, _: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = unsafe transfer(context) else { return ccurl_bad_socket() }
    return unsafe openedSocket(address) { transfer.mayUse($0) }
}

/// Also called for a connection from the pool, which another request with a wider policy may have opened.
private func onConnected(
    _ context: UnsafeMutableRawPointer?, _ remote: UnsafeMutablePointer<CChar>?, _: UnsafeMutablePointer<CChar>?,
    _: Int32, _: Int32
) -> Int32 {
    let isAllowed =
        unsafe transfer(context)?.mayBegin(on: remote.flatMap { unsafe IPAddress(String(cString: $0)) }) ?? false
    return isAllowed ? Int32(CURL_PREREQFUNC_OK) : Int32(CURL_PREREQFUNC_ABORT)
}

extension Transfer {
    func configureCallbacks(_ handle: EasyHandle) throws(HTTPError) {
        let context = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        let easy = unsafe handle.pointer
        try unsafe handle.set(CURLOPT_PRIVATE, pointer: context)
        try unsafe handle.set(CURLOPT_HEADERDATA, pointer: context)
        try unsafe handle.check(
            ccurl_set_write_callback(easy, CURLOPT_HEADERFUNCTION, onHeader), CURLOPT_HEADERFUNCTION)
        try unsafe handle.set(CURLOPT_WRITEDATA, pointer: context)
        try unsafe handle.check(ccurl_set_write_callback(easy, CURLOPT_WRITEFUNCTION, onBody), CURLOPT_WRITEFUNCTION)
        try unsafe handle.set(CURLOPT_OPENSOCKETDATA, pointer: context)
        try unsafe handle.check(ccurl_set_opensocket_callback(easy, onOpenSocket), CURLOPT_OPENSOCKETFUNCTION)
        try unsafe handle.set(CURLOPT_PREREQDATA, pointer: context)
        try unsafe handle.check(ccurl_set_prerequest_callback(easy, onConnected), CURLOPT_PREREQFUNCTION)
        if !request.body.isEmpty, request.uploadProgress != nil || request.deadlines.idle != nil {
            try unsafe handle.set(CURLOPT_XFERINFODATA, pointer: context)
            try unsafe handle.check(ccurl_set_progress_callback(easy, onProgress), CURLOPT_XFERINFOFUNCTION)
            try handle.set(CURLOPT_NOPROGRESS, false)
        }
    }
}
