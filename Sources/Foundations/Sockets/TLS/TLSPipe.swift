import CLibWebSockets

/// What a TLS session has instead of a socket: it reads bytes that are lent to it for one call, and collects what is to
/// be written. OpenSSL's own memory buffers would keep the size of the largest read for as long as the connection lives.
/// Service thread only.
@safe final class TLSPipe {
    /// Lent by `lend(_:to:)`, empty outside it.
    fileprivate var input = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var output: [UInt8] = []

    /// Invariant of `nonisolated(unsafe)`: written once, before anybody can read it, and never changed or freed. nil if
    /// there was no memory for it.
    private nonisolated(unsafe) static let method: OpaquePointer? = {
        guard let method = unsafe BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "pocketbell") else {
            return nil
        }
        unsafe BIO_meth_set_read(method, pipeRead)
        unsafe BIO_meth_set_write(method, pipeWrite)
        unsafe BIO_meth_set_ctrl(method, pipeControl)
        return unsafe method
    }()

    /// Joins this to a session, which must not outlive it.
    func connect(to ssl: OpaquePointer) -> Bool {
        guard let method = unsafe Self.method, let bio = unsafe BIO_new(method) else { return false }
        unsafe BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        unsafe BIO_set_init(bio, 1)
        // The session owns it: one for both directions counts once.
        unsafe SSL_set_bio(ssl, bio, bio)
        return true
    }

    /// Lets the session read `bytes` during `body`. What it leaves is lost.
    func lend(_ bytes: Span<UInt8>, to body: () throws(SocketError) -> Void) throws(SocketError) {
        let lent = unsafe bytes.withUnsafeBytes { unsafe $0 }
        unsafe input = unsafe lent
        defer { unsafe input = UnsafeRawBufferPointer(start: nil, count: 0) }
        try body()
    }

    func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    fileprivate func append(_ bytes: UnsafeRawBufferPointer) { unsafe output.append(contentsOf: bytes) }
}

private func pipe(_ bio: OpaquePointer?) -> TLSPipe? {
    guard let bio = unsafe bio, let data = unsafe BIO_get_data(bio) else { return nil }
    return unsafe Unmanaged<TLSPipe>.fromOpaque(data).takeUnretainedValue()
}

private func pipeRead(_ bio: OpaquePointer?, _ target: UnsafeMutablePointer<CChar>?, _ count: Int32) -> Int32 {
    guard let pipe = unsafe pipe(bio), let target = unsafe target, count > 0 else { return -1 }
    let input = unsafe pipe.input
    let taken = min(Int(count), input.count)
    guard taken > 0 else {
        // Nothing now, more later.
        unsafe BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
        return -1
    }
    unsafe BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
    unsafe UnsafeMutableRawBufferPointer(start: target, count: taken).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: input[..<taken]))
    unsafe pipe.input = unsafe UnsafeRawBufferPointer(rebasing: input[taken...])
    return Int32(taken)
}

private func pipeWrite(_ bio: OpaquePointer?, _ source: UnsafePointer<CChar>?, _ count: Int32) -> Int32 {
    guard let pipe = unsafe pipe(bio), let source = unsafe source, count > 0 else { return 0 }
    unsafe pipe.append(UnsafeRawBufferPointer(start: source, count: Int(count)))
    return count
}

private func pipeControl(
    _ bio: OpaquePointer?, _ command: Int32, _ number: Int, _ pointer: UnsafeMutableRawPointer?
) -> Int {
    command == BIO_CTRL_FLUSH ? 1 : 0
}
