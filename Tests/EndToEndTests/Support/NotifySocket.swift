import Glibc
import TestSupport
import TestWaiting

/// A stand-in for the service manager: what the program says on `$NOTIFY_SOCKET`.
final class NotifySocket: Sendable {
    let path: String
    private let descriptor: Int32

    struct Failure: Error {}

    init(in folder: TemporaryFolder) throws {
        path = folder.path + "/notify"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Failure() }
    }

    deinit { close(descriptor) }

    /// Waits for a message that holds the text; the message.
    func wait(for text: String) async throws -> String {
        var seen: [String] = []
        try await eventually("'\(text)'; what came: \(seen)") {
            while let message = next() {
                seen.append(message)
                if message.contains(text) { return true }
            }
            return false
        }
        return seen.last ?? ""
    }

    /// The next message, if one waits.
    private func next() -> String? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
