import Glibc
import Runtime

/// A blocking socket that sends and reads exact bytes, with a limit on each call. Only for threads of tests.
package final class RawSocket: Sendable {
    package struct Failure: Error {
        package let code: Int32
    }

    package let descriptor: Int32
    private let isClosed = Lock(false)

    /// Takes the descriptor over.
    package init(descriptor: Int32, limit: Duration = .seconds(30)) {
        self.descriptor = descriptor
        let (seconds, attoseconds) = limit.components
        var time = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        let size = socklen_t(MemoryLayout.size(ofValue: time))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    deinit { close() }

    package convenience init(port: Int, limit: Duration = .seconds(30)) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
        self.init(descriptor: try Self.connect(AF_INET, &address), limit: limit)
    }

    package convenience init(path: String, limit: Duration = .seconds(30)) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        self.init(descriptor: try Self.connect(AF_UNIX, &address), limit: limit)
    }

    private static func connect<Address>(_ family: Int32, _ address: inout Address) throws -> Int32 {
        let fd = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let status = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(fd, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        guard status == 0 else {
            let code = errno
            Glibc.close(fd)
            throw Failure(code: code)
        }
        return fd
    }

    /// Whether everything could be sent.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress! + offset, bytes.count - offset, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// What is there, at most `count` bytes; empty at the end, after an error or when the limit has passed.
    package func read(atMost count: Int = 65536) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = unsafe max(0, recv(descriptor, buffer.baseAddress, count, 0))
        }
    }

    /// Exactly that many bytes; nil if they do not come.
    package func read(exactly count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = read(atMost: count - bytes.count)
            if more.isEmpty { return nil }
            bytes += more
        }
        return bytes
    }

    /// Reads until the text has appeared, the peer closes or the limit passes in silence.
    package func read(until marker: String?) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more = read()
            if more.isEmpty { return bytes }
            bytes += more
            if let marker, String(decoding: bytes, as: UTF8.self).contains(marker) { return bytes }
        }
    }

    /// As `read(until:)`, on a thread of its own: a blocking read in a task, or on a global dispatch queue, takes one of
    /// the few threads that all tasks share.
    package func receive(until marker: String?) async -> String {
        String(decoding: await onThread { $0.read(until: marker) }, as: UTF8.self)
    }

    package func onThread<Result: Sendable>(_ body: @escaping @Sendable (RawSocket) -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let run: @Sendable () -> Void = { [self] in continuation.resume(returning: body(self)) }
            // Without a thread it blocks one of the pool's, which is better than nobody ever going on.
            if (try? ServiceThread(name: "raw-socket", run)) == nil { run() }
        }
    }

    /// Copies what comes to another socket until the end, and cuts that then; on a thread of its own.
    func pump(to other: RawSocket) -> ServiceThread? {
        try? ServiceThread(name: "raw-socket") { [self] in
            while case let bytes = read(), !bytes.isEmpty { other.send(bytes) }
            other.cut()
        }
    }

    /// Ends our side of the stream.
    package func shutdownWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Wakes who is blocked on it, without giving the descriptor's number back.
    package func cut() {
        isClosed.withLock { if !$0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    /// Closes with a reset.
    package func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout.size(ofValue: option)))
        close()
    }

    package func close() {
        let mustClose = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        if mustClose { Glibc.close(descriptor) }
    }
}

extension RawSocket {
    /// Waits until there is something to read or the peer has gone, for at most that many milliseconds.
    package func onceReadable(for milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, milliseconds) > 0
    }
}

extension RawSocket {
    /// Whether the other end has closed or reset the connection; false if it is only silent.
    package var hasEnded: Bool {
        var byte: UInt8 = 0
        let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count == 0 || count < 0 && errno != EAGAIN
    }
}
