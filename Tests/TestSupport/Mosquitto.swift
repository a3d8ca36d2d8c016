import Glibc
import TestWaiting

/// A real broker of a test's own. It keeps nothing beyond its end, which is what a broker without a disk does.
package final class Mosquitto: @unchecked Sendable {
    package static let absence: String = "mosquitto and mosquitto-clients are not installed"
    package static let isHere = RealParts.hasProgram("mosquitto") && RealParts.hasProgram("mosquitto_sub")

    package let port: Int
    private let folder: TemporaryFolder
    private let file: String
    /// Touched by the test's one task.
    private var process: ChildProcess?
    /// What its own clients say to be let in.
    private let credentials: [String]

    /// - Parameters:
    ///   - lines: of its configuration.
    ///   - user: who may do all, if not everybody may; the password is the same word.
    package init(_ lines: [String] = ["allow_anonymous true"], user: String? = nil) async throws {
        let socket = try LoopbackSocket.listening()
        close(socket.descriptor)
        port = Int(socket.port)
        folder = try TemporaryFolder()
        credentials = user.map { ["-u", $0, "-P", $0] } ?? []
        let head = ["user root", "listener \(port) 127.0.0.1", "persistence false", "set_tcp_nodelay true"]
        file = try folder.write((head + lines).joined(separator: "\n") + "\n", to: "mosquitto.conf")
        try await start()
    }

    /// Runs it, or runs it again.
    package func start() async throws {
        let process = try ChildProcess("mosquitto", ["-c", file])
        self.process = process
        try await process.waitForOutput("running")
    }

    /// As a machine that loses power.
    package func kill() async throws {
        process?.signal(SIGKILL)
        try await process?.waitForExit()
        process = nil
    }

    /// Holds it, as a machine does that hangs.
    package func hold() { process?.signal(SIGSTOP) }
    package func release() { process?.signal(SIGCONT) }

    /// What it keeps under names like this one, as somebody sees it who comes now.
    package func retained(_ filter: String = "#") async throws -> [String: String] {
        let reader = try ChildProcess(
            "mosquitto_sub", place + ["-t", filter, "--retained-only", "-W", "1", "-F", "%t %p"])
        try await reader.waitForExit()
        var kept: [String: String] = [:]
        for line in reader.output.split(separator: "\n") {
            let cut = line.firstIndex(of: " ") ?? line.endIndex
            kept[String(line[..<cut])] = String(line[cut...].dropFirst())
        }
        return kept
    }

    /// Somebody who listens from now on: each line is retained or not, a blank, the name, a blank, the message.
    package func listener(_ filter: String = "#") async throws -> ChildProcess {
        let listener = try ChildProcess(
            "mosquitto_sub", place + ["-q", "1", "-t", filter, "-t", "ready", "-F", "%r %t %p"])
        // It says nothing when it has subscribed, so it is spoken to until it hears.
        try await eventually("a listener", every: .milliseconds(50)) {
            try await publish("ready", "yes")
            return listener.output.contains(" ready yes")
        }
        return listener
    }

    package func publish(_ topic: String, _ text: String, isRetained: Bool = false) async throws {
        let writer = try ChildProcess(
            "mosquitto_pub",
            place + ["-q", "1", "-t", topic] + (text.isEmpty ? ["-n"] : ["-m", text]) + (isRetained ? ["-r"] : []))
        try await writer.waitForExit()
    }

    private var place: [String] { ["-h", "127.0.0.1", "-p", "\(port)"] + credentials }
}
