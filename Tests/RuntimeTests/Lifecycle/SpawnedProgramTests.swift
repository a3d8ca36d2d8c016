import Glibc
import Testing
import Values

@testable import Runtime

@Suite("Programs that are run beside this one", .timeLimit(.minutes(1)))
struct SpawnedProgramTests {
    @Test(
        "the end is told as a shell tells it",
        arguments: [("exit 0", 0), ("exit 7", 7), ("exit 255", 255), ("kill -TERM $$", 143), ("kill -KILL $$", 137)])
    func end(_ script: String, _ status: Int32) throws {
        #expect(try SpawnedProgram(["sh", "-c", script]).waitForEnd() == status)
    }

    @Test("one that is not there is an error that says so")
    func missing() {
        #expect(throws: SystemError(ENOENT)) { try SpawnedProgram(["/nonexistent/program"]) }
    }

    @Test("it reads what it is given, has its own group if it should, and signals end it that this program ignores")
    func surroundings() throws {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        _ = write(ends[1], "yes\n", 4)
        let reads = try SpawnedProgram(["sh", "-c", "read word; test \"$word\" = yes"], input: ends[0])
        #expect(reads.waitForEnd() == 0)
        ends.forEach { close($0) }
        for hasOwnGroup in [true, false] {
            let script = "test $(ps -o pgid= -p $$) -eq $$"
            #expect(
                (try SpawnedProgram(["sh", "-c", script], hasOwnGroup: hasOwnGroup).waitForEnd() == 0) == hasOwnGroup)
        }
        let former = signal(SIGPIPE, SIG_IGN)
        #expect(try SpawnedProgram(["sh", "-c", "kill -PIPE $$; exit 0"]).waitForEnd() == 128 + SIGPIPE)
        signal(SIGPIPE, former)
    }
}
