import Configuration
import Relay
import Settings
import TestSupport
import Testing

@Suite("When rules of a configuration want it told")
struct RuleTimingTests {
    private func load(_ members: String, to targets: String = "mail") throws -> Configuration {
        let text = """
            targets:
              - {name: desk, kind: desktop}
              - {name: mail, kind: ntfy, topic: family-bell}
            people:
              - {name: mum, targets: [mail, desk]}
            rules:
              - name: r
                to: [\(targets)]

            """ + members
        let file = try TemporaryFile(text)
        return try Configuration.load(path: file.path, environment: ["HOME": "/home/mum"])
    }

    private func timing(_ members: String) throws -> RuleTimingSettings {
        try #require(try load(members).rules.first).timing
    }

    @Test("left out, an alert is told at once and once")
    func defaults() throws {
        let timing = try timing("")
        #expect(timing.group == nil && timing.again == nil && timing.ladder.isEmpty && timing.unless.isEmpty)
        #expect(!timing.waitsToBeSeen)
    }

    @Test("a rule takes windows, reminders, a ladder that names people, and what keeps it from telling")
    func taken() throws {
        let timing = try timing(
            """
                group: 5m
                again: 30m
                unless-seen:
                  - {after: 10m, to: [mum, desk]}
                  - {after: 1h, to: [desk]}
                unless: [history-shorter, disk-full]

            """)
        #expect(timing.group == .seconds(300) && timing.again == .seconds(1_800) && timing.times == 4)
        #expect(timing.ladder.map(\.to) == [["mail", "desk"], ["desk"]])
        #expect(timing.unless.map(\.rawValue) == ["history-shorter", "disk-full"] && timing.waitsToBeSeen)
    }

    @Test(
        "a rule refuses what means nothing",
        arguments: [
            "    again: 5s\n", "    again-times: 3\n", "    again: 30m\n    again-times: 0\n", "    group: 2d\n",
            "    unless: [target-suspended]\n", "    unless-seen: [{after: 10m, to: [nobody]}]\n",
            "    unless-seen: [{after: 10m, to: [desk]}, {after: 10m, to: [mail]}]\n",
            "    unless-seen: [{to: [desk]}]\n",
        ])
    func refused(_ members: String) {
        #expect(throws: (any Error).self) { try load(members) }
    }

    @Test("who waits to be seen where no target can show it is warned; one that can is enough")
    func unprovable() throws {
        let advice = { (members: String) in
            RuleAdvice(try load(members).rules).unprovable(["desk"])
        }
        #expect(try advice("    again: 30m\n").count == 1)
        #expect(try advice("    unless-seen: [{after: 10m, to: [desk]}]\n").first?.contains("'unless-seen'") == true)
        #expect(try advice("    group: 5m\n").isEmpty)
        #expect(try RuleAdvice(load("    again: 30m\n").rules).unprovable(["mail"]).isEmpty)
    }

    @Test("a child's desktop proves nothing for a parent who is told beside it; alone it is enough")
    func provenByChild() throws {
        let both = try RuleAdvice(load("    again: 30m\n", to: "mail, desk").rules)
        let warnings = both.unprovable(["desk"], children: ["desk"])
        #expect(warnings.count == 1 && warnings[0].contains("can show that a parent has seen an alert, so 'again'"))
        #expect(both.unprovable(["desk"], children: ["mail"]).isEmpty)
        #expect(both.unprovable(["desk", "mail"], children: ["desk"]).isEmpty)
        let alone = try RuleAdvice(load("    unless-seen: [{after: 10m, to: [mail]}]\n", to: "desk").rules)
        #expect(alone.unprovable(["desk"], children: ["desk"]).isEmpty)
    }
}
