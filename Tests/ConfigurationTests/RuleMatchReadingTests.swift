import Configuration
import Testing
import Values

@testable import Relay

@Suite("What rules match, in the file")
struct RuleMatchReadingTests {
    private func load(_ text: String) throws -> Configuration {
        let file = try TemporaryFile(text)
        return try Configuration.load(path: file.path, environment: ["HOME": "/home/mum"])
    }

    private func match(_ members: String) throws -> RuleMatch {
        let text = "targets:\n  - {name: desk, kind: desktop}\nrules:\n  - {name: r, to: [desk], \(members)}\n"
        return try #require(try load(text).rules.first).match
    }

    @Test("every key arrives as it is written")
    func keys() throws {
        let match = try match(
            "children: [Alice], accounts: [mum], kinds: [in, out], categories: [Chores], minimum: 1, maximum: 2.50, "
                + "matching: [lego, 'birthday*'], late: only")
        #expect(match.children == ["Alice"] && match.accounts == ["mum"] && match.kinds == [.in, .out])
        #expect(match.categories == ["Chores"] && match.minimum == Decimal("1") && match.maximum == Decimal("2.5"))
        #expect(match.matching.map(\.source) == ["lego", "birthday*"] && match.late == .only && match.times == [])
    }

    @Test("hours are those of the days that are named, and days alone are whole")
    func times() throws {
        let hours = { (days: Set<Int>, start: Int, end: Int) in QuietHours(days: days, start: start, end: end) }
        #expect(try match("hours: ['07:00-20:00']").times == [hours(Set(1...7), 420, 1_200)])
        #expect(try match("days: [mon-fri, sun]").times == [hours([1, 2, 3, 4, 5, 7], 0, 1_440)])
        #expect(
            try match("days: [mon-fri], hours: ['7:00-8:00', 'fri,sat 22:00-1:00']").times == [
                hours([1, 2, 3, 4, 5], 420, 480), hours([5], 1_320, 60),
            ])
    }

    @Test(
        "what does not fit together is one mistake",
        arguments: [
            "minimum: 5, maximum: 4.99", "days: [mon], hours: ['tue 7:00-8:00']", "days: [someday]", "matching: ['*']",
            "matching: ['']", "kinds: [credit]", "late: sometimes",
            "events: [balance-low], below: 1, kinds: [in]", "events: [balance-low], below: 1, matching: [x]",
            "events: [problem], days: [mon]", "events: [problem], accounts: [mum]", "events: [problem], late: only",
        ])
    func mistakes(_ members: String) {
        let error = #expect(throws: ConfigurationErrors.self) { try match(members) }
        #expect(error?.sentence.hasSuffix("has 1 mistake") == true, "\(error?.sentence ?? "")")
    }

    private func people(_ people: String, hide: String = "[]") throws -> Configuration {
        try load(
            "targets:\n  - {name: desk, kind: desktop}\n  - {name: pop, kind: desktop, hide: \(hide)}\npeople:\n\(people)"
        )
    }

    @Test("a child's role needs the child, and a target says what it hides")
    func roles() throws {
        let configuration = try people(
            "  - {name: alice, targets: [pop], role: child, child: Alice}\n  - {name: mum, targets: [desk]}\n",
            hide: "[amounts, descriptions]")
        #expect(configuration.people.map(\.child) == ["Alice", nil])
        #expect(configuration.targets.map(\.hides) == [[], [.amounts, .descriptions]])
        for members in ["role: child", "child: Alice", "role: parent, child: Alice", "role: granny"] {
            #expect(throws: ConfigurationErrors.self) { try people("  - {name: alice, targets: [pop], \(members)}\n") }
        }
        #expect(throws: ConfigurationErrors.self) { try people("  - {name: a, targets: [pop]}\n", hide: "[money]") }
    }

    /// Without the name of the file.
    private func inFile(_ sentence: String) -> String {
        sentence.range(ofText: ".yaml:").map { String(sentence[$0.upperBound...]) } ?? sentence
    }

    @Test("a target that a child shares gets little, or nothing, and that is told with its place")
    func shared() throws {
        let configuration = try people(
            """
              - {name: mum, targets: [desk, pop]}
              - {name: alice, targets: [pop], role: child, child: Alice}
              - {name: bruno, targets: [pop], role: child, child: Bruno}

            """)
        let told = PeopleAdvice(configuration.people).shared.map(inFile)
        #expect(told.count == 3 && told[0].hasPrefix("6:29: the target 'pop' is also mum's"), "\(told)")
        #expect(told.contains { $0.hasPrefix("7:29: the target 'pop' is also alice's, and neither child") })
        let strangers = PeopleAdvice(configuration.people).strangers(known: [["Alicia"], ["Bruno"], ["Bruno", "b2"]])
        #expect(strangers.count == 2 && strangers[0].contains("'Alice'") && strangers[1].contains("2 children"))
        #expect(PeopleAdvice(configuration.people).strangers(known: []) == [])
    }
}
