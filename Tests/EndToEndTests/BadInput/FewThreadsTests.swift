import Glibc
import TestSupport
import TestWaiting
import Testing

/// A user whose processes are limited, as by `ulimit -u`, for whom the system has no threads left.
@Suite("Few threads", .serialized)
struct FewThreadsTests {
    /// Nobody else's, because threads are counted for a user, not for a process. Root is not held to the limit.
    private let user: uid_t = 64_999

    @Test(
        "with however few it starts or says what it lacks and ends with 75; it neither waits mute nor blames itself",
        .enabled(if: geteuid() == 0, "needs root, to be another user"), .timeLimit(.minutes(1)))
    func limits() async throws {
        let home = try Installation("targets: []\n")
        // The program may lie where only root gets to.
        let program = "\(home.folder.path)/program"
        #expect(try await ChildProcess("cp", [Installation.program, program]).waitForExit() == 0)
        for path in [home.folder.path, program, home.configuration] { chown(path, user, user) }
        var (limit, isRunning) = (1, false)
        while !isRunning {
            let process = try ChildProcess(
                "setpriv",
                [
                    "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "prlimit", "--nproc=\(limit)", program,
                    "run", "--config", home.configuration,
                ], environment: home.environment)
            try await eventually("an end or a beginning: \(process.errors)") {
                isRunning = process.errors.contains("watching")
                return isRunning || process.hasEnded
            }
            if isRunning { process.signal(SIGTERM) }
            let status = try await process.waitForExit()
            #expect(status == (isRunning ? 0 : 75), "with \(limit): \(process.errors)")
            if !isRunning { #expect(process.errors.contains("no thread") || process.errors.contains("or threads")) }
            limit += 1
        }
        #expect(limit > 4, "the limit held")
    }
}
