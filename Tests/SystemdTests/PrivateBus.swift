import Glibc

/// A `dbus-daemon` of the test's own, at an address of its own.
final class PrivateBus {
    let address: String
    private let folder: String
    private var process: pid_t = -1

    init() throws {
        var template = Array("/tmp/edges-bus.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure.noFolder }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        address = "unix:path=\(folder)/bus"
        try start()
    }

    deinit {
        stop()
        rmdir(folder)
    }

    func start() throws {
        process = try spawn("dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address=\(address)"])
        // The socket's file is there before the daemon listens on it; a connection in between is refused.
        for _ in 0..<500 {
            if canConnect() { return }
            usleep(10_000)
        }
        throw Failure.notStarted("dbus-daemon")
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

    func stop() {
        guard process > 0 else { return }
        end(process)
        process = -1
        unlink("\(folder)/bus")
    }

    /// Takes a name on this bus and never answers.
    func startBlackHole(name: String) throws -> pid_t {
        let script = "import dbus, time; bus = dbus.SessionBus(); bus.request_name('\(name)'); time.sleep(20)"
        return try spawn("/usr/bin/python3", ["-c", script], environment: ["DBUS_SESSION_BUS_ADDRESS=\(address)"])
    }

    func end(_ process: pid_t) {
        var status: Int32 = 0
        kill(process, SIGTERM)
        waitpid(process, &status, 0)
    }

    enum Failure: Error {
        case noFolder
        case notStarted(String)
    }

    private func spawn(_ program: String, _ arguments: [String], environment: [String] = []) throws -> pid_t {
        var process = pid_t()
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = (environment + ["PATH=/usr/bin:/bin"]).map { strdup($0) } + [nil]
        defer { for word in words + variables { free(word) } }
        // Swift's worker threads block all signals, and a child would inherit that: SIGTERM could never end it.
        var attributes = posix_spawnattr_t(), none = sigset_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        guard posix_spawnp(&process, program, nil, &attributes, &words, &variables) == 0 else {
            throw Failure.notStarted(program)
        }
        return process
    }
}
