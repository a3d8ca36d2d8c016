import Glibc

/// A `dbus-daemon` of the test's own, at an address of its own.
///
/// Swift releases a local object after its last use: a test ends its bus in a `defer`.
final class PrivateBus {
    let address: String
    let folder: String
    private var daemon: ChildProcess?

    static let isInstalled = ChildProcess.isInstalled("dbus-daemon")

    struct NotStarted: Error {}

    init() throws {
        var template = Array("/tmp/session-bus.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw NotStarted() }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        address = "unix:path=\(folder)/bus"
        // Without service files: nothing may be started behind the test's back.
        let configuration = """
            <busconfig><type>session</type><listen>\(address)</listen>
            <policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/></policy>
            </busconfig>
            """
        guard let file = fopen(folder + "/bus.conf", "w") else { throw NotStarted() }
        fputs(configuration, file)
        fclose(file)
        try start()
    }

    deinit {
        stop()
        unlink("\(folder)/bus.conf")
        rmdir(folder)
    }

    func start() throws {
        daemon = try ChildProcess("dbus-daemon", ["--config-file=\(folder)/bus.conf", "--nofork", "--nopidfile"])
        // The socket's file is there before the daemon listens on it; a connection in between is refused, and the client
        // would wait a second. So this waits until a connection succeeds.
        for _ in 0..<1_000 {
            if canConnect() { return }
            // Another process's doing, and `start()` is called where nothing can be awaited.
            usleep(5_000)
        }
        throw NotStarted()
    }

    func stop() {
        daemon?.end()
        daemon = nil
        unlink("\(folder)/bus")
    }

    /// It lives, but answers nobody any more.
    func pause() {
        daemon?.signal(SIGSTOP)
    }

    private func canConnect() -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: "\(folder)/bus".utf8) }
        return withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
