import Glibc
import Testing

@testable import Systemd

/// A stand-in for systemd's notification socket.
private struct NotifySocket {
    let path: String
    private let descriptor: Int32

    init() throws {
        path = "/tmp/notify.\(getpid())"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        try #require(descriptor >= 0)
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        setenv("NOTIFY_SOCKET", path, 1)
    }

    func next() -> String {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? "nothing" : String(decoding: bytes[..<count], as: UTF8.self)
    }

    func close() {
        Glibc.close(descriptor)
        unlink(path)
    }
}

/// In processes of their own, since they change the environment, which other tests read at the same time.
@Suite("The service manager")
struct ServiceManagerTests {
    @Test("systemd is told each state, and a line break is not another assignment")
    func states() async {
        await #expect(processExitsWith: .success) {
            let systemd = try NotifySocket()
            defer { systemd.close() }
            #expect(ServiceManager.ready(status: "watching 2 accounts\nREADY=0"))
            #expect(systemd.next() == "READY=1\nSTATUS=watching 2 accounts READY=0")
            #expect(ServiceManager.status("a\r\nb"))
            #expect(systemd.next() == "STATUS=a b")
            #expect(ServiceManager.keepAlive())
            #expect(systemd.next() == "WATCHDOG=1")
            #expect(ServiceManager.stopping(status: "draining"))
            #expect(systemd.next() == "STOPPING=1\nSTATUS=draining")
        }
    }

    @Test("without systemd nothing happens")
    func absent() async {
        await #expect(processExitsWith: .success) {
            for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC"] { unsetenv(name) }
            #expect(!ServiceManager.ready(status: "ready"))
            #expect(ServiceManager.keepAliveInterval == nil)
        }
    }

    @Test("the watchdog is fed twice in its time, and only by the process that it is meant for")
    func watchdog() async {
        await #expect(processExitsWith: .success) {
            setenv("WATCHDOG_USEC", "30000000", 1)
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            #expect(ServiceManager.keepAliveInterval == .seconds(15))
            setenv("WATCHDOG_PID", "1", 1)
            #expect(ServiceManager.keepAliveInterval == nil)
        }
    }
}
