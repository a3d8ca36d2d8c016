import Glibc
import Testing

@Suite("Process signals")
struct ProcessSignalsTests {
    @Test(
        "reload at SIGHUP, as often as it comes, and stop in order", .timeLimit(.minutes(1)),
        arguments: [SIGTERM, SIGINT])
    func delivers(stop: Int32) throws {
        let daemon = try DaemonProcess("lifecycle-demo")
        #expect(daemon.nextLine() == "ready")
        for _ in 0..<2 {
            kill(daemon.id, SIGHUP)
            #expect(daemon.nextLine() == "reload")
        }
        kill(daemon.id, stop)
        #expect(daemon.nextLine() == "stopped")
        #expect(daemon.waitForExit() == 0)
    }

    /// An asynchronous `main` would die here: it unblocks all signals on the main thread.
    @Test("don't end the process while its task is busy or idle", .timeLimit(.minutes(1)))
    func hangUps() throws {
        let daemon = try DaemonProcess("lifecycle-demo")
        #expect(daemon.nextLine() == "ready")
        for _ in 0..<50 { kill(daemon.id, SIGHUP) }
        #expect(daemon.nextLine() == "reload")
        kill(daemon.id, SIGPIPE)
        kill(daemon.id, SIGTERM)
        var last = daemon.nextLine()
        while last == "reload" { last = daemon.nextLine() }
        #expect(last == "stopped")
        #expect(daemon.waitForExit() == 0)
    }
}
