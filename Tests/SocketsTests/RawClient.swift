import CLibWebSockets
import Foundation
import Glibc

/// A blocking socket that sends and reads exact bytes, with a receive limit of three seconds.
struct RawClient {
    private let descriptor: Int32

    struct Failure: Error { var code: Int32 }

    init(port: Int) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        descriptor = try Self.connect(AF_INET, &address)
    }

    init(path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        descriptor = try Self.connect(AF_UNIX, &address)
    }

    private static func connect<Address>(_ family: Int32, _ address: inout Address) throws -> Int32 {
        let fd = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 3, tv_usec: 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(fd, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        guard status == 0 else { throw Failure(code: errno) }
        return fd
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads until the text appears, the peer closes or three seconds pass in silence. On a thread of its own: a
    /// blocking read in a task, or on a global dispatch queue, takes one of the few threads that all tasks share.
    func receive(until marker: String?) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: read(until: marker)) }
        }
    }

    private func read(until marker: String?) -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { break }
            bytes += chunk[..<count]
            if let marker, String(decoding: bytes, as: UTF8.self).contains(marker) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func close() { Glibc.close(descriptor) }
}
