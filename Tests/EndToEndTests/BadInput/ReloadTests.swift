import Glibc
import JSON
import TestSupport
import Testing

/// A configuration that changes while the program runs, and how the program ends.
@Suite("Reload and stop", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct ReloadTests {
    private func yaml(_ family: Family, targets: [String]) -> String {
        let sections = targets.map {
            """
              - name: \($0)
                kind: webhook
                url: \(family.receiver.address)/\($0)
                private-addresses: true
            """
        }
        return """
            accounts:
              - name: watched
                server: \(family.hub.address)
                email: parent@example.com
            targets:
            \(sections.joined(separator: "\n"))
            """
    }

    @Test("a good file is taken whole, a bad one is refused and the old one stays; Ctrl-C ends with 0")
    func reload() async throws {
        let family = try await Family()
        let home = family.installation
        try home.configure(yaml(family, targets: ["old"]))
        let watcher = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "One")
        try await family.receiver.wait(for: "One", at: "/old")

        try home.configure(yaml(family, targets: ["old", "new"]))
        watcher.signal(SIGHUP)
        try await watcher.waitForOutput("the new configuration is in force")
        try await home.waitForStatus { $0.accountState("watched") == "live" }
        try await family.hub.createTransaction(description: "Two")
        try await family.receiver.wait(for: "Two", at: "/new")
        try await family.receiver.wait(for: "Two", at: "/old")
        #expect(family.receiver.received(at: "/new").count == 1)

        try home.configure(yaml(family, targets: ["newest"]) + "\nrulez: []\n")
        watcher.signal(SIGHUP)
        try await watcher.waitForOutput("the old one stays")
        #expect(watcher.errors.contains("unknown key 'rulez'"))
        #expect(watcher.errors.contains("\(home.configuration):"))
        try await family.hub.createTransaction(description: "Three")
        try await family.receiver.wait(for: "Three", at: "/old")
        try await family.receiver.wait(for: "Three", at: "/new")
        #expect(family.receiver.received(at: "/newest").isEmpty)
        // The program that runs can be asked all the same; without it the file is refused.
        let asked = try await home.run("status")
        #expect(asked.status == 1 && asked.output.contains("live"))
        #expect(asked.errors.contains("\(home.configuration) has 1 mistake"))
        try home.configure(yaml(family, targets: ["old"]))
        let status = try await home.json("status").first
        #expect(status?["balanced"] == true, "\(status ?? nil)")

        watcher.signal(SIGINT)
        #expect(try await watcher.waitForExit() == 0)
        home.expectNoSecrets()
        try home.configure("rulez: []\n")
        #expect(try await home.run("status").status == 78)
    }

    @Test("a target that hangs holds up neither a reload nor the others, and is not told again")
    func hanging() async throws {
        let deaf = try DeafServer()
        let family = try await Family()
        let home = family.installation
        let hanging = "\n  - {name: deaf, kind: webhook, url: '\(deaf.address)/hook', private-addresses: true}\n"
        try home.configure(yaml(family, targets: ["old"]) + hanging)
        let watcher = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "One")
        try await family.receiver.wait(for: "One", at: "/old")
        try await home.waitForStatus { $0.deliveries("attempting", of: "deaf") == 1 }

        try home.configure(yaml(family, targets: ["new"]) + hanging)
        watcher.signal(SIGHUP)
        try await watcher.waitForOutput("the new configuration is in force")
        try await family.hub.createTransaction(description: "Two")
        try await family.receiver.wait(for: "Two", at: "/new")
        let status = try await home.json("status").first
        #expect(status?.problems.contains { $0.contains("target deaf: an attempt from before the reload") } == true)
        // One that was broken off would be in doubt, and sent again.
        let first = try #require(try await home.json("deliveries", "list", "--target", "deaf").last)
        #expect(first.text("state") == "attempting" && first["attempts"] == 1, "\(first)")
        try await family.end(watcher)
        withExtendedLifetime(deaf) {}
    }

    @Test(
        "a program whose file is gone or broken beyond reading can be asked, and none with another file in its stead",
        arguments: [nil, "{targets: [], state", "state"], [true, false])
    func gone(_ text: String?, isLink: Bool) async throws {
        let home = try Installation("")
        // Without a folder in the file the program has the usual one.
        let file = isLink ? "real.yaml" : "pocketbell.yaml"
        try home.folder.write("accounts: []\ntargets: []\n", to: file)
        if isLink {
            unlink(home.configuration)
            symlink(file, home.configuration)
        }
        let watcher = try home.start("run")
        try await watcher.waitForOutput("watching")
        unlink(home.configuration)
        if let text {
            // A link that is swapped, as those who manage configurations do it.
            try home.folder.write(text, to: isLink ? "other.broken" : file)
            if isLink { symlink("other.broken", home.configuration) }
        }
        let status = try await home.run("status")
        #expect(status.status == 1 && status.output.contains("running since"), "\(status)")
        #expect(status.errors.contains("this is the program that runs with what it said before"), "\(status.errors)")
        #expect(status.errors.contains(home.configuration))
        let doctor = try await home.run("doctor")
        #expect(doctor.status == 1 && doctor.output.contains("the program runs with what it said before"), "\(doctor)")

        let other = try ChildProcess(
            Installation.program, ["status", "--config", "\(home.folder.path)/other.yaml"],
            environment: home.environment)
        #expect(try await other.waitForExit() == 78)
        #expect(other.output.isEmpty && other.errors.contains("there is no configuration file"), "\(other.errors)")
        watcher.signal(SIGTERM)
        #expect(try await watcher.waitForExit() == 0)
        #expect(try await home.run("status").status == 78)
    }

    @Test("a program is found by the folder that its broken file names relatively, wherever one stands")
    func relative() async throws {
        let home = try Installation("")
        try home.folder.write("state: here/state\ntargets: []\n", to: "pocketbell.yaml")
        let watcher = try home.start("run")
        try await watcher.waitForOutput("watching")
        try home.folder.write("rulez: []\nstate: here/state  # of this file's folder\n", to: "pocketbell.yaml")
        let status = try await home.run("status")
        #expect(status.status == 1 && status.output.contains("running since"), "\(status)")
        #expect(status.errors.contains("this is the program that runs with what it said before"), "\(status.errors)")
        let near = try ChildProcess(
            "sh",
            ["-c", "cd \"$0\" && exec \"$1\" status --config pocketbell.yaml", home.folder.path, Installation.program],
            environment: home.environment)
        #expect(try await near.waitForExit() == 1, "\(near.errors)")
        #expect(near.output.contains("running since"))
        watcher.signal(SIGTERM)
        #expect(try await watcher.waitForExit() == 0)
    }

    @Test("what cannot be used is refused whole", arguments: ["missing secret", "another state folder", "no file"])
    func refused(_ kind: String) async throws {
        let family = try await Family()
        let home = family.installation
        try home.configure(yaml(family, targets: ["old"]))
        let watcher = try await family.start(until: "live")
        switch kind {
        case "missing secret":
            try home.configure(
                yaml(family, targets: ["old"]) + "\n  - {name: chat, kind: slack, url: 'file:missing'}\n")
        case "another state folder":
            try home.folder.write("state: \(home.folder.path)/other\n", to: "pocketbell.yaml")
        default: unlink(home.configuration)
        }
        watcher.signal(SIGHUP)
        try await watcher.waitForOutput("old")
        try await family.hub.createTransaction(description: "Still here")
        try await family.receiver.wait(for: "Still here", at: "/old")
        watcher.signal(SIGINT)
        #expect(try await watcher.waitForExit() == 0)
    }
}
