import TestSupport
import Testing

@Suite("Few files")
struct FewFilesTests {
    @Test("that may be open are named, and that is no fault of the configuration")
    func limit() async throws {
        let home = try Installation("targets: []\n")
        let process = try ChildProcess(
            "prlimit", ["--nofile=10", Installation.program, "run", "--config", home.configuration],
            environment: home.environment)
        #expect(try await process.waitForExit() == 75, "\(process.errors)")
        #expect(process.errors.contains("No more files may be opened") && process.errors.contains("ulimit -n"))
    }
}
