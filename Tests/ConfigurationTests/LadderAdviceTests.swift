import Configuration
import Testing

@Suite("What unless-seen says in vain")
struct LadderAdviceTests {
    private func advice(_ rule: String) throws -> [String] {
        let file = try TemporaryFile(
            """
            targets:
              - {name: desk, kind: desktop}
              - {name: pop, kind: desktop}
            people:
              - {name: mum, targets: [desk]}
            rules:
              - {name: late, \(rule)}

            """)
        return LadderAdvice(try Configuration.load(path: file.path, environment: ["HOME": "/home/mum"]).rules).sentences
    }

    @Test(
        "a step that tells those who were told before is named, also by a person's name, or after another step",
        arguments: [
            ("to: [desk], unless-seen: [{after: 2m, to: [desk]}]", 1),
            ("to: [desk], unless-seen: [{after: 2m, to: [mum]}]", 1),
            ("to: [desk], unless-seen: [{after: 2m, to: [pop]}, {after: 3m, to: [pop, mum]}]", 1),
            ("to: [desk], unless-seen: [{after: 2m, to: [mum, pop]}]", 0), ("to: [desk, pop]", 0),
            ("to: [desk], unless-seen: [{after: 2m, to: [pop]}]", 0),
        ])
    func steps(_ rule: String, _ count: Int) throws {
        let found = try advice(rule)
        #expect(found.count == count && found.allSatisfy { $0.contains(".yaml:7:") && $0.contains("'again'") })
    }
}
