import TestSupport
import Testing

@Suite("What takes long")
struct ProgressTests {
    @Test(
        "a terminal shows what is waited for after a second",
        .enabled(if: RealParts.hasProgram("script"), "needs script"))
    func terminal() async throws {
        let silent = try DeafServer()
        let folder = try TemporaryFolder()
        let password = try folder.write("secret\n", to: "password")
        let command =
            "'\(Installation.program)' login --server \(silent.address) --email a@example.org --password-file '\(password)'"
        let process = try ChildProcess(
            "script", ["-qec", command, "/dev/null"], environment: ["HOME": folder.path, "TERM": "xterm"], input: "")
        try await process.waitForOutput("signing in at")
        process.signal(9)
        try await process.waitForExit()
    }
}
