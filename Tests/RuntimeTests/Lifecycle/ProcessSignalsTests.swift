import Glibc
import Testing

@Suite("Process signals")
struct ProcessSignalsTests {
    @Test("delivers each signal and ends in order", .timeLimit(.minutes(1)), arguments: [SIGTERM, SIGINT])
    func delivers(stop: Int32) throws {
        let daemon = try DaemonProcess("lifecycle-demo")
        #expect(daemon.nextLine() == "ready")
        kill(daemon.id, SIGHUP)
        #expect(daemon.nextLine() == "signal hangUp")
        kill(daemon.id, stop)
        #expect(daemon.nextLine() == "signal \(stop == SIGTERM ? "terminate" : "interrupt")")
        #expect(daemon.nextLine() == "stopped")
        #expect(daemon.waitForExit() == 0)
    }
}
