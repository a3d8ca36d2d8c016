import Glibc
import TestWaiting
import Testing
import Values

@testable import Runtime

@Suite("Programs that are run to their end", .timeLimit(.minutes(1)))
struct ProgramCallTests {
    private func call(
        _ script: String, _ arguments: [String] = [], reading input: String = "", environment: [String] = [],
        limit: Duration = .seconds(30)
    ) -> ProgramCall {
        ProgramCall(
            ["/bin/sh", "-c", script, "sh"] + arguments, environment: environment, input: Array(input.utf8),
            limit: limit)
    }

    private func run(_ script: String, _ arguments: [String] = [], reading input: String = "") async throws -> String {
        let outcome = try await call(script, arguments, reading: input).run()
        return "\(outcome.end) \(String(decoding: outcome.complaint, as: UTF8.self))"
    }

    @Test(
        "its end is told as it was",
        arguments: [
            ("exit 0", "exited(0) "), ("exit 75", "exited(75) "), ("echo no >&2; exit 3", "exited(3) no\n"),
            ("kill -KILL $$", "killed(signal: 9) "), ("kill -PIPE $$; exit 0", "killed(signal: 13) "),
            ("exit 143", "exited(143) "),
        ])
    func end(_ script: String, _ expected: String) async throws {
        #expect(try await run(script) == expected)
    }

    @Test(
        "what cannot be run has not run",
        arguments: [("/nonexistent/program", ENOENT), ("/etc/passwd", EACCES), ("/bin", EACCES)])
    func missing(_ path: String, _ code: Int32) async {
        await #expect(throws: SystemError(code)) {
            try await ProgramCall([path], environment: [], input: [], limit: .seconds(5)).run()
        }
    }

    @Test("no shell reads its words: they are what they look like")
    func words() async throws {
        let hostile = [#"$(id) `id` ; exit 9"#, "--", "a b\n'\"\\", "*", ""]
        let printed = try await run(#"for word in "$@"; do printf '%s|' "$word" >&2; done"#, hostile)
        #expect(printed == "exited(0) " + hostile.map { $0 + "|" }.joined())
    }

    @Test("it is given all of what it should read, also more than a pipe holds, and then its end")
    func input() async throws {
        let long = String(repeating: "0123456789", count: 40_000)
        #expect(try await run("wc -c >&2", reading: long) == "exited(0) 400000\n")
        #expect(try await run("cat >&2") == "exited(0) ")
    }

    @Test("it need not read what it is given", arguments: ["exit 0", "exec 0<&-; sleep 0.1"])
    func unread(_ script: String) async throws {
        #expect(try await run(script, reading: String(repeating: "x", count: 400_000)) == "exited(0) ")
    }

    @Test("one that neither reads nor ends is ended at the limit, however much there is to read")
    func stubborn() async throws {
        let call = call(
            "sleep 20; echo late >&2", reading: String(repeating: "x", count: 400_000), limit: .milliseconds(200))
        #expect(try await call.run() == ProgramCall.Outcome(end: .outOfTime, complaint: []))
    }

    @Test("output without end neither holds it up nor fills the memory: the last of it is kept")
    func flood() async throws {
        let outcome = try await call(
            "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero | tr '\\0' x >&2; echo last >&2; exit 4"
        ).run()
        #expect(outcome.end == .exited(4) && outcome.complaint.count == ProgramWatch.memory)
        #expect(String(decoding: outcome.complaint.suffix(6), as: UTF8.self) == "xlast\n")
    }

    @Test("it has no descriptor but three, its own variables alone, a group of its own, and stands at the root")
    func surroundings() async throws {
        // One that would be inherited: nobody has closed it.
        let leak = dup(STDERR_FILENO)
        defer { close(leak) }
        #expect(try await run("ls /proc/self/fd | tr '\\n' ' ' >&2") == "exited(0) 0 1 2 3 ")
        #expect(leak > 2 && fcntl(leak, F_GETFD) == 0)
        let outcome = try await call("env | sort >&2; pwd >&2", environment: ["A=1", "PATH=/usr/bin:/bin"]).run()
        #expect(String(decoding: outcome.complaint, as: UTF8.self) == "A=1\nPATH=/usr/bin:/bin\nPWD=/\n/\n")
        #expect(try await run("test $(ps -o pgid= -p $$) -eq $$") == "exited(0) ")
    }

    @Test(
        "what takes longer than it may is ended, with all that it has started, and not when it heeds the signal alone")
    func limit() async throws {
        for script in ["sleep 77 & echo $! >&2; wait", "trap '' TERM; sh -c 'sleep 77' & echo $! >&2; wait; wait"] {
            var call = call(script, limit: .seconds(1))
            call.grace = .milliseconds(100)
            let outcome = try await call.run()
            #expect(outcome.end == .outOfTime)
            try await expectGone(outcome)
        }
    }

    @Test("one that has left its group, and heeds no signal, is killed all the same")
    func leaver() async throws {
        let script =
            "exec perl -e 'setpgrp(0, getpgrp(getppid())) or die; $SIG{TERM} = \"IGNORE\"; print STDERR \"$$\\n\"; sleep 300'"
        var call = call(script, limit: .seconds(2))
        call.grace = .milliseconds(100)
        let start = ContinuousClock.now
        let outcome = try await call.run()
        #expect(outcome.end == .outOfTime && start.duration(to: .now) < .seconds(20))
        try await expectGone(outcome)
    }

    @Test("what its leader leaves behind when it is told to end is killed too")
    func group() async throws {
        // The leader heeds the signal, what it has started does not.
        let script =
            "(trap '' TERM; echo $(exec sh -c 'echo $PPID') >&2; while :; do sleep 0.01; done) & trap 'exit 0' TERM; wait"
        let outcome = try await call(script, limit: .seconds(1)).run()
        #expect(outcome.end == .outOfTime)
        try await expectGone(outcome)
    }

    @Test("it is ended when nobody waits any more, and not left behind")
    func cancellation() async throws {
        var template = Array("/tmp/pocketbell-program-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let file = "\(folder)/begun"
        let call = call("echo $$ >&2; echo >\"$1\"; sleep 77 & wait", [file])
        let task = Task { try await call.run() }
        try await TestWaiting.eventually("it begins") { access(file, F_OK) == 0 }
        task.cancel()
        let outcome = try await task.value
        #expect(outcome.end == .stopped)
        try await expectGone(outcome)
        unlink(file)
        rmdir(folder)
    }

    @Test("what goes on behind a program that has ended is not waited for")
    func background() async throws {
        let start = ContinuousClock.now
        let outcome = try await call("sleep 20 & echo $! >&2; exit 0").run()
        #expect(outcome.end == .exited(0) && start.duration(to: .now) < .seconds(15))
        kill(try number(outcome), SIGKILL)
    }

    private func number(_ outcome: ProgramCall.Outcome) throws -> pid_t {
        try #require(pid_t(String(decoding: outcome.complaint, as: UTF8.self).prefix { $0.isNumber }))
    }

    /// Of a process that is no child of ours nobody tells that it is gone; init has to wait for it first.
    private func expectGone(_ outcome: ProgramCall.Outcome) async throws {
        let number = try number(outcome)
        try await TestWaiting.eventually("process \(number) is gone") {
            guard kill(number, 0) == 0 else { return true }
            return Self.beginning(of: "/proc/\(number)/stat").contains(") Z ")
        }
    }

    private static func beginning(of file: String) -> String {
        let descriptor = open(file, O_RDONLY)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 100)
        return String(decoding: bytes.prefix(max(read(descriptor, &bytes, bytes.count), 0)), as: UTF8.self)
    }
}
