import TestSupport
import Testing

/// What `config check` says of a file that is another's, of what is no file, and of what the file only names.
@Suite("What config check looks at", .serialized)
struct ConfigCheckTests {
    private static let accounts = """
        accounts:
          - name: mum
            server: https://allowance.example.org
            email: mum@example.org

        """

    @Test(
        "the file of a secret that is not there is told beside the file's own mistakes, unless the text alone is meant")
    func allAtOnce() async throws {
        let installation = try Installation(
            Self.accounts
                + "    password: file:missing\nnonsense: 1\ntargets: [{name: a, kind: slack, url: file:lost}]\n")
        let answer = try await installation.run("config", "check")
        #expect(answer.status == 78)
        #expect(answer.errors.contains("warning: 'password' can't be had") && answer.errors.contains("'nonsense'"))
        #expect(answer.errors.contains("error: 'url' can't be had"))
        #expect(answer.errors.contains("has 2 mistakes"))
        let text = try await installation.run("config", "check", "--text-only")
        #expect(text.status == 78 && text.errors.contains("has 1 mistake"))
    }

    @Test(
        "help and version that cannot be written end as any other output",
        arguments: ["--help", "run --help", "--version"])
    func unwritable(_ words: String) async throws {
        for place in [">/dev/full", ">&-"] {
            let process = try ChildProcess("sh", ["-c", "exec '\(Installation.program)' \(words) \(place)"])
            #expect(try await process.waitForExit() == 74, "\(words) \(place)")
            #expect(process.errors.contains("the output can't be written"), "\(process.errors)")
        }
    }

    @Test("what is not there and what is a folder are called so, without an option that nobody typed")
    func noFile() async throws {
        let installation = try Installation("")
        let absent = try await installation.run("config", "check", "/nonexistent.yaml")
        #expect(absent.status == 78 && absent.errors.contains("check its path"))
        let folder = try await installation.run("config", "check", installation.folder.path)
        #expect(folder.status == 78 && folder.errors.contains("is a folder"))
    }

    @Test("who is signed in is told of the file that is used, and of one that names that folder, not of any other")
    func strangers() async throws {
        let installation = try Installation(Self.accounts)
        let home = "\(installation.folder.path)/.local/state/pocketbell"
        for state in ["\(installation.folder.path)/state", home] {
            try installation.folder.write(
                #"{"server": "https://allowance.example.org"}"#,
                to: "\(state)/accounts/aunt.json".relative(installation))
        }
        let warning = "somebody is signed in as 'aunt'"
        #expect(try await installation.run("config", "check").errors.contains(warning))
        let other = try installation.folder.write(Self.accounts, to: "other.yaml")
        let elsewhere = try await installation.run("config", "check", other)
        #expect(elsewhere.status == 0 && elsewhere.errors.isEmpty)
        let naming = try installation.folder.write(
            "state: \(installation.folder.path)/state\n" + Self.accounts, to: "naming.yaml")
        #expect(try await installation.run("config", "check", naming).errors.contains(warning))
    }

    @Test(
        "an address in the house is warned of with the key that allows it; without accounts all that are signed in count"
    )
    func privateAddress() async throws {
        let installation = try Installation(
            "targets: [{name: house, kind: webhook, url: \"http://192.168.1.5/x\", secret: env:HOOK_KEY}]\nrules: []\n",
            environment: ["HOOK_KEY": "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz"])
        let answer = try await installation.run("config", "check")
        #expect(answer.status == 0 && answer.output.contains("every account that is signed in, 1 target, 0 rules"))
        #expect(answer.errors.contains("pocketbell: warning: target house: 192.168.1.5 is not a public address"))
        #expect(answer.errors.contains("'private-addresses: true'"))
    }

    @Test("what cannot be said because standard output is closed is an error that says so")
    func closedOutput() async throws {
        let installation = try Installation("")
        let shell = try ChildProcess(
            "/bin/sh",
            ["-c", "exec \"$0\" config check --config \"$1\" >&-", Installation.program, installation.configuration],
            environment: installation.environment)
        #expect(try await shell.waitForExit() != 0)
        #expect(shell.errors.contains("standard output is closed"))
        #expect(!shell.errors.contains("room on the disk"))
    }
}

extension String {
    /// A path below the installation's folder, as its folder takes it.
    fileprivate func relative(_ installation: Installation) -> String {
        String(dropFirst(installation.folder.path.count + 1))
    }
}
