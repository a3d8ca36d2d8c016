import Glibc
import TestSupport
import Testing

/// `pocketbell init` by root for the machine's service, in a mount namespace of its own: the machine itself is not touched.
@Suite(
    "Setting up this machine's service", .serialized,
    .enabled(if: geteuid() == 0 && system("unshare -m true 2>/dev/null") == 0, "needs root"), .timeLimit(.minutes(10)))
struct InitServiceTests {
    /// A copy of /etc with the service's user, empty /run and /var/lib, the unit, and a systemctl that only notes what it is told.
    private func script(_ folder: String, _ words: String) -> String {
        """
        set -e
        cp -a /etc '\(folder)/etc'
        echo 'pocketbell:x:987:987::/var/lib/pocketbell:/usr/sbin/nologin' >>'\(folder)/etc/passwd'
        echo 'pocketbell:x:987:' >>'\(folder)/etc/group'
        mount --bind '\(folder)/etc' /etc
        mount -t tmpfs tmpfs /run
        mount -t tmpfs tmpfs /var/lib
        mkdir -p /run/systemd/system '\(folder)/bin'
        touch /run/systemd/system/pocketbell.service
        printf '#!/bin/sh\\necho "$@" >>%s/orders\\n' '\(folder)' >'\(folder)/bin/systemctl'
        chmod 755 '\(folder)/bin/systemctl'
        export PATH='\(folder)'/bin:$PATH
        status=0
        '\(Installation.program)' \(words) || status=$?
        find /etc/pocketbell /var/lib/pocketbell -printf '%p %u %g %m\\n' 2>/dev/null || true
        cat '\(folder)/orders' 2>/dev/null || true
        exit $status
        """
    }

    private func run(_ words: String) async throws -> Installation.Answer {
        let person = try Newcomer()
        let script = try person.folder.write(script(person.folder.path, words), to: "script")
        let process = try ChildProcess(
            "setsid", ["-w", "unshare", "-m", "bash", script], environment: person.environment, input: "")
        // Its end is the event; how long a dozen programs take one after the other is the machine's business, and of one that
        // hangs the suite's limit makes an end.
        let status = try await process.waitForExit(within: .seconds(3_600))
        return Installation.Answer(status: status, output: process.output, errors: process.errors)
    }

    @Test("writes what root owns and the service may read, the session as the service's own, and starts it")
    func service() async throws {
        let server = try await DemoServer()
        let receiver = try await WebhookReceiver()
        let password = try TemporaryFolder()
        let file = try password.write(DemoServer.password + "\n", to: "password")
        let options = "--server \(server.address) --email parent@example.com --password-file \(file)"
        let answer = try await run(
            "init \(options) --target webhook=\(receiver.address)/x --private-addresses --start")
        #expect(answer.status == 0, "\(answer.errors)")
        for line in [
            "/etc/pocketbell root pocketbell 750", "/etc/pocketbell/pocketbell.yaml root pocketbell 640",
            "/etc/pocketbell/webhook.url root pocketbell 640", "/var/lib/pocketbell pocketbell pocketbell 700",
            "/var/lib/pocketbell/accounts/parent.json pocketbell pocketbell 600", "enable pocketbell",
            "reload-or-restart pocketbell",
        ] {
            #expect(answer.output.split(separator: "\n").contains { $0 == line }, "\(line) in\n\(answer.output)")
        }
        #expect(answer.output.contains("It runs. See how it goes: pocketbell status"))
        let waiting = try await run("init \(options) --target none --no-start")
        #expect(waiting.output.contains("Next: sudo systemctl enable --now pocketbell"), "\(waiting)")
        #expect(!waiting.output.contains("reload-or-restart"))
        await receiver.close()
        try await server.stop()
    }

    @Test("with --user root sets up a program of its own, and nothing of the machine's")
    func own() async throws {
        let server = try await DemoServer()
        let password = try TemporaryFolder()
        let file = try password.write(DemoServer.password + "\n", to: "password")
        let options = "--server \(server.address) --email parent@example.com --password-file \(file) --target none"
        let answer = try await run("init --user \(options) --no-start")
        #expect(answer.status == 0 && answer.output.contains("Next: pocketbell run"), "\(answer)")
        #expect(!answer.output.contains("/etc/pocketbell/pocketbell.yaml"))
        try await server.stop()
    }
}
