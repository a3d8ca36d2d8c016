import TestSupport
import Testing

@Suite("Few files")
struct FewFilesTests {
    @Test("that may be open are named at the start, and are no fault of the configuration", arguments: [10, 20, 127])
    func limit(_ files: Int) async throws {
        let home = try Installation("targets: []\n")
        let process = try ChildProcess(
            "prlimit", ["--nofile=\(files)", Installation.program, "run", "--config", home.configuration],
            environment: home.environment)
        #expect(try await process.waitForExit() == 75, "\(process.errors)")
        #expect(process.errors.contains("no more than \(files) files may be open"), "\(process.errors)")
        #expect(process.errors.contains("ulimit -n"))
    }

    @Test("are named by a command that needs the store, too")
    func command() async throws {
        let home = try Installation("targets: []\n")
        let process = try ChildProcess(
            "prlimit", ["--nofile=10", Installation.program, "children", "--config", home.configuration],
            environment: home.environment)
        #expect(try await process.waitForExit() == 75, "\(process.errors)")
        #expect(process.errors.contains("No more files may be opened"), "\(process.errors)")
    }
}
