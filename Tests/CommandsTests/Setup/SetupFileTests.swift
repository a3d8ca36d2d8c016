import AllowanceAPI
import Configuration
import Settings
import TestSupport
import Testing
import TextFormats
import Values

@testable import Commands
@testable import Relay

@Suite("The file that init writes")
struct SetupFileTests {
    private func session(_ choices: [String], name: String = "mum") throws -> SetupMachine.Session {
        let signedIn = try #require(SignedIn(stored: Secret(#"{"token":"a.b.c","user":{"email":"m@a.example"}}"#)))
        let account = SetupMachine.Account(name: name, server: "https://a.example/x", email: "m'\"um@a.example")
        var session = SetupMachine.Session(account: account, signedIn: signedIn)
        for choice in choices {
            guard let target = try SetupTargetChoice(choice).target(besides: session.targets.map(\.name)) else {
                continue
            }
            session.targets.append(target)
        }
        return session
    }

    @Test("is read back as what was meant, its secrets beside it")
    func readBack() throws {
        let folder = try TemporaryFolder()
        var session = try session(
            [
                "desktop", "webhook=https://hook.example/s3cret", "webhook=https://other.example",
                "ntfy=https://n.example/t0pic",
                "slack=file:\(folder.path)/slack",
            ], name: "yes")
        session.targets[1].allowsPrivateAddresses = true
        let signs = try #require(session.targets[1].kind.questions.last)
        try session.targets[1].take("yes", for: signs)
        try folder.write("https://hooks.slack.com/x\n", to: "slack")
        let content = SetupFile(session, isTaken: { $0 == "webhook-2.url" })
        #expect(content.secrets.map(\.name) == ["webhook.url", "webhook.secret", "webhook-2.url-2", "ntfy.topic"])
        #expect(content.secrets.map { $0.use != nil } == [false, true, false, true])
        for secret in ["s3cret", "whsec_", "t0pic", "other.example"] { #expect(!content.yaml.contains(secret)) }
        for file in content.secrets { try folder.write(file.secret.withText { $0 + "\n" }, to: file.name) }
        let path = try folder.write("state: \(folder.path)/state\n" + content.yaml, to: "pocketbell.yaml")
        let configuration = try Configuration.load(path: path, environment: [:])
        #expect(configuration.referents.mistakes() == nil)
        #expect(configuration.accounts.map(\.name) == ["yes"] && configuration.accounts[0].email == "m'\"um@a.example")
        #expect(configuration.targets.map(\.name) == ["desktop", "webhook", "webhook-2", "ntfy", "slack"])
        let hook = try #require(configuration.targets[1].settings as? WebhookSettings)
        let ntfy = try #require(configuration.targets[3].settings as? NtfySettings)
        #expect(try hook.url.resolve().withText { $0 == "https://hook.example/s3cret" } && hook.keys.first != nil)
        #expect(try ntfy.topic.resolve().withText { $0 == "t0pic" } && ntfy.token == nil)
        #expect(ntfy.server == "https://n.example" && configuration.targets[1].allowsPrivateAddresses)
        #expect(configuration.rules.count == 1, "every transaction goes everywhere")
    }

    @Test("without a target it tells nobody, and is right all the same")
    func nowhere() throws {
        let folder = try TemporaryFolder()
        let content = SetupFile(try session(["none"]), isTaken: { _ in false })
        let path = try folder.write("state: \(folder.path)/state\n" + content.yaml, to: "pocketbell.yaml")
        #expect(try Configuration.load(path: path, environment: [:]).targets.isEmpty)
    }
}
