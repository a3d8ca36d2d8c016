package import Values

extension SimulatedFamily {
    /// Everybody's password.
    package static let password = Secret("password123")

    /// Two parents, Alice and Bruno, and what they got and spent before.
    ///
    /// - Parameter history: rows of each child.
    package init(history: Int, now: Timestamp, using generator: inout SeededGenerator) {
        let names = ["Alice", "Bruno"]
        let parents = zip(["Pat", "Sam"], ["parent", "parent2"]).enumerated().map { number, person in
            SimulatedPerson(
                id: Self.id(1 + number), email: "\(person.1)@example.com", password: Self.password,
                firstName: person.0, lastName: Self.name, role: .parent)
        }
        let logins = names.enumerated().map { number, name in
            SimulatedPerson(
                id: Self.id(100 + number), email: "child\(number + 1)@example.com", password: Self.password,
                firstName: name, lastName: Self.name, role: .child)
        }
        let children = logins.enumerated().map { number, login in
            SimulatedChild(
                id: Self.id(200 + number), person: login.id, firstName: login.firstName, lastName: login.lastName,
                email: login.email, settings: SimulatedSettings(weeklyAllowance: Self.euros(10 + number)),
                balance: Self.euros(0))
        }
        self.init(people: parents + logins, children: children)
        for child in children {
            for number in 0..<history {
                let age = Duration.seconds(3_600 * (history - number))
                record(child.id, number, by: parents[0].id, now: now.advanced(by: .zero - age), using: &generator)
            }
        }
    }

    private mutating func record(
        _ child: String, _ number: Int, by parent: String, now: Timestamp, using generator: inout SeededGenerator
    ) {
        let cents = Int128.random(in: 50...1_200, using: &generator)
        let isDebit = number % 3 == 2 && (self.child(child)?.balance.coefficient ?? 0) >= cents
        let draft = SimulatedDraft(
            child: child, amount: Decimal(coefficient: cents, scale: 2) ?? .zero, kind: isDebit ? .debit : .credit,
            category: isDebit ? "Books" : "Chores",
            description: isDebit ? "Comic book" : "Walked the dog")
        // Every amount here is positive and covered.
        _ = try? add(draft, by: parent, id: generator.nextID(), now: now)
    }

    private static func id(_ number: Int) -> String {
        let digits = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    private static func euros(_ whole: Int) -> Decimal { Decimal(coefficient: Int128(whole) * 100, scale: 2) ?? .zero }
}
