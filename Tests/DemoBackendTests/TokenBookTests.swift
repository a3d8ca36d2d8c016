import JSON
import Testing
import Values

@testable import DemoBackend

@Suite("The simulated server's tokens and numbers")
struct TokenBookTests {
    private let now = Timestamp(seconds: 1_000_000, nanoseconds: 999_999_999)

    private func person(_ email: String) throws -> SimulatedPerson {
        var generator = SeededGenerator(seed: 1)
        let family = SimulatedFamily(history: 0, now: now, using: &generator)
        return try #require(family.person(email: email, password: SimulatedFamily.password))
    }

    private func claims(_ token: Secret) throws -> JSONValue {
        let parts = token.withText { $0.split(separator: ".").map(String.init) }
        return try JSONValue(parsing: #require(Base64.url.decode(parts[1][...])))
    }

    @Test("a token ends with the whole second of its lifetime, and not before")
    func ends() throws {
        var book = TokenBook(lifetime: .seconds(10), dialect: .spec)
        let (token, end) = try book.issue(for: person("parent@example.com"), child: nil, now: now, random: [1])
        #expect(end == Timestamp(seconds: 1_000_010))
        #expect(book.person(of: token, now: Timestamp(seconds: 1_000_009, nanoseconds: 999_999_999)) != nil)
        #expect(book.person(of: token, now: end) == nil)
        #expect(book.person(of: nil, now: now) == nil && book.person(of: Secret(""), now: now) == nil)
    }

    @Test("what is random in it tells tokens of one moment apart; each stays good")
    func random() throws {
        var book = TokenBook(lifetime: .seconds(10), dialect: .spec)
        let parent = try person("parent@example.com")
        let tokens = (1...3).map { book.issue(for: parent, child: nil, now: now, random: [UInt8($0)]).token }
        #expect(Set(tokens.map { $0.withText { $0 } }).count == 3)
        for token in tokens { #expect(book.person(of: token, now: now) == parent.id) }
    }

    @Test("expired tokens make room for new ones, good ones stay, however many there are")
    func sweep() throws {
        var book = TokenBook(lifetime: .seconds(10), dialect: .spec)
        let parent = try person("parent@example.com")
        func random(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
        let old = (0..<600).map { book.issue(for: parent, child: nil, now: now, random: random($0)).token }
        let later = now.advanced(by: .seconds(20))
        let new = (600..<1_300).map { book.issue(for: parent, child: nil, now: later, random: random($0)).token }
        // Asked for the time before their end: only their place in the book can have gone.
        #expect(old.allSatisfy { book.person(of: $0, now: now) == nil })
        #expect(new.allSatisfy { book.person(of: $0, now: later) == parent.id })
    }

    @Test("the claims have the names of their dialect")
    func claimNames() throws {
        let child = try person("child1@example.com")
        var spec = TokenBook(lifetime: .seconds(10), dialect: .spec)
        let short = try claims(spec.issue(for: child, child: "c", now: now, random: [1]).token)
        let expected: JSONValue = [
            "sub": .string(child.id), "email": "child1@example.com", "role": "Child", "exp": 1_000_010,
        ]
        #expect(short == expected)
        var real = TokenBook(lifetime: .seconds(10), dialect: .real)
        let long = try claims(real.issue(for: child, child: "c", now: now, random: [1]).token)
        let base = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"
        #expect(
            long[base + "nameidentifier"] == .string(child.id) && long[base + "emailaddress"] == "child1@example.com")
        #expect(long["http://schemas.microsoft.com/ws/2008/06/identity/claims/role"] == "Child")
        #expect(long["ChildId"] == "c" && long["FamilyId"] == .string(SimulatedFamily.id) && long["sub"] == nil)
        let parent = try claims(real.issue(for: person("parent@example.com"), child: nil, now: now, random: [2]).token)
        #expect(parent["ChildId"] == "")
    }

    @Test("a seed gives the published numbers of its generator, and ids in the form of a GUID")
    func generator() {
        // SplitMix64 of seed 0, as its author's reference has it.
        var generator = SeededGenerator(seed: 0)
        #expect([generator.next(), generator.next()] == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
        var again = SeededGenerator(seed: 0)
        #expect(again.nextID() == "e220a839-7b1d-cdaf-6e78-9e6aa1b965f4")
    }
}
