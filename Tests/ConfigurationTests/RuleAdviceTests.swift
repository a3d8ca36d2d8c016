import Configuration
import Testing
import Values

@Suite("What rules allow and nobody means")
struct RuleAdviceTests {
    private func advice(_ rules: String...) throws -> RuleAdvice {
        RuleAdvice(try load(rules).rules)
    }

    private func load(_ rules: [String]) throws -> Configuration {
        let file = try TemporaryFile(
            "targets:\n  - {name: desk, kind: desktop}\n  - {name: pop, kind: desktop}\nrules:\n"
                + rules.enumerated().map { "  - {name: r\($0), \($1)}\n" }.joined())
        return try Configuration.load(path: file.path, environment: ["HOME": "/home/mum"])
    }

    @Test(
        "a rule behind wider ones to all of its targets never tells anything",
        arguments: [
            ("to: [desk]", "to: [desk], text: 'x'"), ("to: [desk, pop]", "to: [pop], minimum: 5"),
            ("to: [desk], minimum: 5", "to: [desk], minimum: 5"),
            ("to: [desk], children: [Alice, Bruno]", "to: [desk], children: [alice]"),
            ("to: [desk]", "to: [desk], events: [transaction, balance-low], below: 1"),
            ("to: [desk], kinds: [in]", "to: [desk], kinds: [in], matching: [x]"),
            ("to: [desk], matching: [Lego, x]", "to: [desk], matching: [lego]"),
            ("to: [desk], days: [mon-fri]", "to: [desk], days: [mon], hours: ['7:00-8:00']"),
            ("to: [desk], maximum: 5", "to: [desk], maximum: 4, late: never"),
        ])
    func shadowed(_ first: String, _ second: String) throws {
        let found = try advice(first, second).shadowed
        #expect(
            found.count == 1 && found[0].contains(".yaml:6:12: the rule 'r1' never tells")
                && found[0].contains("'r0' before it"))
        #expect(found[0].contains("never tells of a transaction") == second.contains("balance-low"))
    }

    @Test(
        "one that tells something that no rule before it does is left in peace",
        arguments: [
            ("to: [desk]", "to: [pop]"), ("to: [desk]", "to: [desk, pop]"), ("to: [desk], minimum: 5", "to: [desk]"),
            ("to: [desk], minimum: 5", "to: [desk], minimum: 4.99"),
            ("to: [desk], children: [Alice]", "to: [desk]"),
            ("to: [desk], children: [Alice]", "to: [desk], children: [Alice, Bruno]"),
            ("to: [desk]", "to: [desk], events: [balance-low], below: 1"),
            ("to: [desk], events: [balance-low], below: 1", "to: [desk]"),
            ("to: [desk], kinds: [in]", "to: [desk]"), ("to: [desk], maximum: 5", "to: [desk]"),
            ("to: [desk], matching: [x]", "to: [desk], matching: [y]"), ("to: [desk], late: only", "to: [desk]"),
            ("to: [desk], days: [mon]", "to: [desk], days: [mon, tue]"), ("to: [desk], accounts: [a]", "to: [desk]"),
        ])
    func useful(_ first: String, _ second: String) throws { #expect(try advice(first, second).shadowed == []) }

    @Test(
        "a rule that tells only children of what is for parents tells nobody, also not who would be told next",
        arguments: [
            ("to: [desk], events: [chore-waiting]", 1),
            ("to: [desk, pop], events: [gift-waiting, allowance-missing]", 1),
            ("to: [desk], events: [chore-waiting], unless-seen: [{after: 2m, to: [mum]}]", 1),
            ("to: [desk], events: [problem]", 1), ("to: [desk], events: [chore]", 0), ("to: [desk]", 0),
            ("to: [desk, mum], events: [chore-waiting]", 0), ("to: [mum], events: [chore-waiting]", 0),
        ])
    func forNobody(_ rule: String, _ count: Int) throws {
        let file = try TemporaryFile(
            "targets:\n  - {name: desk, kind: desktop}\n  - {name: pop, kind: desktop}\n  - {name: mum, kind: desktop}\n"
                + "people: [{name: alice, role: child, child: Alice, targets: [desk, pop]}]\n"
                + "rules:\n  - {name: r0, \(rule)}\n")
        let configuration = try Configuration.load(path: file.path, environment: ["HOME": "/home/mum"])
        let found = RuleAdvice(configuration.rules).forNobody(configuration.targetsOfChildren)
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.contains(".yaml:7:") && $0.contains("the rule 'r0' never tells anybody") })
        #expect(found.allSatisfy { $0.contains("'unless-seen'") == rule.contains("unless-seen") })
    }

    @Test("several rules before it may tell it together")
    func together() throws {
        let found = try advice("to: [desk]", "to: [pop]", "to: [desk, pop], minimum: 3").shadowed
        #expect(found.count == 1 && found[0].contains("'r0' and 'r1' before it"))
    }

    @Test("a name that no child has comes with the nearest; where no child is known, nobody can say")
    func strangers() throws {
        let advice = try advice("to: [desk], children: [Alcie, 'alice reed', id-7, Xaver]")
        let known = ["Alice", "Alice Reed", "id-7"]
        #expect(
            advice.strangers(known: known).map(inFile) == [
                "5:39: the rule 'r0' names the child 'Alcie', whom the store does not know; did you mean 'Alice'?",
                "5:66: the rule 'r0' names the child 'Xaver', whom the store does not know; see: pocketbell children",
            ])
        #expect(advice.strangers(known: []) == [])
    }

    @Test("two rules that tell one target of the same, each in its own way, are named unless one is an exception")
    func conflicting() throws {
        let words = try advice("to: [desk], kinds: [in], text: a", "to: [desk, pop], minimum: 5, text: b").conflicting
        #expect(words.count == 1 && words[0].contains(".yaml:6:12: the rules 'r0' and 'r1' may both tell desk"))
        let twice = try advice(
            "to: [desk], events: [balance-low], below: 5", "to: [desk], events: [balance-low], below: 5.00"
        ).conflicting
        #expect(twice.count == 1 && twice[0].contains("told twice"))
        for (first, second) in [
            ("to: [desk], minimum: 50, text: large", "to: [desk]"),
            ("to: [desk], kinds: [in]", "to: [desk], minimum: 5"),
            ("to: [desk], kinds: [in], text: a", "to: [desk], kinds: [out], minimum: 5"),
            ("to: [desk], kinds: [in], text: a", "to: [pop], minimum: 5"),
            ("to: [desk], events: [balance-low], below: 5", "to: [desk], events: [balance-low], below: 1"),
            ("to: [desk], events: [balance-low], below: 5", "to: [desk], events: [balance-recovered], below: 5"),
            (
                "to: [desk], events: [balance-low], below: 5, children: [A]",
                "to: [desk], events: [balance-low], below: 5, children: [B]"
            ),
        ] { #expect(try advice(first, second).conflicting == [], "\(first) \(second)") }
    }

    @Test("an account that the file does not list comes with the nearest; without a list nobody can say")
    func accounts() throws {
        let advice = try advice("to: [desk], accounts: [mun]")
        #expect(advice.unknownAccounts(listed: ["mum"]).map(inFile)[0].contains("did you mean 'mum'?"))
        #expect(advice.unknownAccounts(listed: []) == [] && advice.unknownAccounts(listed: ["mun"]) == [])
    }

    @Test("a target that no rule names is told of no transaction; without rules something else is said")
    func unnamed() throws {
        let configuration = try load(["to: [pop]"])
        #expect(
            RuleAdvice(configuration.rules).unnamed(configuration.targets).map(inFile) == [
                "2:12: no rule names the target 'desk', so no transaction is told there; "
                    + "add it to the 'to' of a rule, or take it out"
            ])
        for rules in [["to: [pop]", "to: [desk]"], ["to: [desk, pop]"]] {
            let configuration = try load(rules)
            #expect(RuleAdvice(configuration.rules).unnamed(configuration.targets) == [])
        }
        #expect(RuleAdvice([]).unnamed(configuration.targets) == [])
        let usual = Configuration.standard(state: "/s", environment: [:])
        #expect(RuleAdvice(usual.rules).unnamed(usual.targets) == [])
    }

    /// Without the name of the file.
    private func inFile(_ sentence: String) -> String {
        sentence.range(ofText: ".yaml:").map { String(sentence[$0.upperBound...]) } ?? sentence
    }
}
