import Configuration
import TestSupport
import Testing

@testable import Commands

@Suite("The greeting of the bare name", .timeLimit(.minutes(1)))
struct FirstStepTests {
    @Test(
        "each step names a command to type",
        arguments: [
            (FirstStep.setUp, "pocketbell init"),
            (.mend(sentence: "a.yaml has 1 mistake", command: "pocketbell config check"), "config check"),
            (.signIn(account: "mum"), "pocketbell login mum"), (.start(hasUserUnit: false), "pocketbell run"),
            (.start(hasUserUnit: true), "systemctl --user enable --now pocketbell"),
            (.look(isService: true), "pocketbell status"),
            (.look(isService: false), "pocketbell status"),
            (.heed(sentence: "it is so", hint: "sudo x"), "It is so.\n\n  sudo x"),
        ])
    func texts(_ step: FirstStep, _ words: String) {
        #expect(step.text.contains(words))
        for line in step.text.split(separator: "\n") { #expect(line.count <= 79) }
    }

    @Test("a file's accounts decide: none, one that is not signed in, one that is, a mistake")
    func ofFiles() async throws {
        let folder = try TemporaryFolder()
        func step(_ yaml: String) async throws -> FirstStep {
            let file = try folder.write("state: \(folder.path)/state\n\(yaml)", to: "config.yaml")
            return await Greeting.step(CommandContext(configurationFile: file, isJSON: false))
        }
        #expect(try await step("targets: []\n") == .setUp)
        let mum = "accounts:\n  - {name: mum, server: 'https://a.example', email: mum@a.example}\n"
        #expect(try await step(mum) == .signIn(account: "mum"))
        try folder.write(#"{"server":"https://a.example/","session":{"token":"a.b.c"}}"#, to: "state/accounts/mum.json")
        #expect(try await step(mum) == .start(hasUserUnit: UserUnit.isInstalled))
        guard case .mend(let sentence, _) = try await step("targets: 5\n") else {
            Issue.record("a mistake is not seen")
            return
        }
        #expect(sentence.contains("config.yaml has 1 mistake"))
    }

    @Test("a program that runs is to be looked at")
    func running() async throws {
        try await RunningFixture.with { fixture async throws in
            #expect(await Greeting.step(fixture.context) == .look(isService: false))
        }
    }

    @Test("what stands in the way is told with what helps: an account's file that cannot be read")
    func obstacle() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("state: \(folder.path)/state\n", to: "config.yaml")
        try folder.write("nonsense", to: "state/accounts/mum.json", mode: 0o600)
        let step = await Greeting.step(CommandContext(configurationFile: file, isJSON: false))
        guard case .heed(let sentence, let hint) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(sentence.contains("mum.json") && hint?.isEmpty == false, "\(step)")
    }
}
