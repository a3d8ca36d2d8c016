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
        #expect(asked.status == 0 && asked.output.contains("live"))
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
