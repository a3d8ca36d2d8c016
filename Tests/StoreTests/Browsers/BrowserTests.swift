import SQLite
import Store
import Testing
import Values

@Suite("Browsers that are signed in", .timeLimit(.minutes(4)))
struct BrowserTests {
    private let now = Timestamp(seconds: 1_773_500_966)
    private func digest(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }
    private func day(_ days: Int) -> Timestamp { now.advanced(by: .seconds(days * 86_400)) }

    private func person(
        _ server: ServerRow.ID, child: ChildRow.ID? = nil, seeing children: [ChildRow.ID], user: String = "u1"
    ) -> NewPagePerson {
        NewPagePerson(
            server: server, email: "mum@example.org", user: user, name: "Mum Example", child: child,
            children: children, password: "scrypt$1")
    }

    private func row(_ child: ChildRow.ID, on server: ServerRow) -> ChildRow {
        ChildRow(server: server.id, id: child, firstName: "A", lastName: "", balance: .zero, seenAt: now)
    }

    @Test("one that a link signed in is known for 30 days, and by what it shows alone")
    func life() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        var browser = NewBrowser(digest: digest(1), agent: String(repeating: "x", count: 999))
        browser.machineUser = 1_000
        try await store.write { [browser] in try $0.signIn(browser, at: now, until: day(30)) }
        let row = try #require(try await store.read { try $0.browser(showing: digest(1), at: day(29)) })
        #expect(row.person == nil && row.machineUser == 1_000 && row.agent.count == BrowserRow.longestAgent)
        #expect(try await store.read { try $0.browser(showing: digest(2), at: now) } == nil)
        #expect(try await store.read { try $0.browser(showing: digest(1), at: day(30)) } == nil)
        // By a clock that was a year ahead when it was signed in.
        #expect(try await store.read { try $0.browser(showing: digest(1), at: day(-2)) } == nil)
        try await store.write { try $0.browserAsked(row.number, at: day(2)) }
        #expect(try await store.read { try $0.browsers(at: day(3)) }.map(\.seenAt) == [day(2)])
        #expect(try await store.write { try $0.signOutBrowser(row.number) })
        #expect(try await store.read { try $0.browser(showing: digest(1), at: now) } == nil)
        #expect(try await !store.write { try $0.signOutBrowser(row.number) })
        await store.close()
    }

    @Test("the one that has asked least lately goes where there are too many, and all at once when a person wants it")
    func many() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        for number in 0...UInt8(BrowserRow.most) {
            try await store.write { transaction in
                let moment = now.advanced(by: .seconds(Int(number)))
                try transaction.signIn(NewBrowser(digest: digest(number), agent: ""), at: moment, until: day(30))
            }
        }
        let left = try await store.read { try $0.browsers(at: day(1)) }
        #expect(left.count == BrowserRow.most)
        #expect(try await store.read { try $0.browser(showing: digest(0), at: day(1)) } == nil)
        #expect(try await store.write { try $0.signOutAllBrowsers() } == BrowserRow.most)
        await store.close()
    }

    @Test("nobody pushes others out: of one person ten browsers are kept")
    func mostOfPerson() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example.org")
            let id = try transaction.keep(person(server.id, seeing: []), at: now)
            try transaction.signIn(NewBrowser(digest: digest(200), agent: ""), at: now, until: day(30))
            for byte in 0..<UInt8(BrowserRow.mostOfPerson + 5) {
                var browser = NewBrowser(digest: digest(byte), agent: "")
                browser.person = id
                try transaction.signIn(browser, at: now.advanced(by: .seconds(Int(byte))), until: day(30))
            }
        }
        let left = try await store.read { try $0.browsers(at: day(1)) }
        #expect(left.count == BrowserRow.mostOfPerson + 1 && left.last?.person == nil)
        await store.close()
    }

    @Test("a parent sees all only while the login sees every child that is here; a child's is its own account's")
    func persons() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        let (server, alice, bruno) = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example.org")
            let account = try transaction.ensureAccount(named: "alice", on: server, at: now)
            try transaction.setUser("u1", role: "Child", of: account.id, at: now)
            let (alice, bruno) = (ChildRow.ID(rawValue: "a1"), ChildRow.ID(rawValue: "b1"))
            for child in [alice, bruno] { try transaction.upsert(row(child, on: server)) }
            return (server.id, alice, bruno)
        }
        func look() async throws -> BrowserRow.Person? {
            try await store.read { try $0.browser(showing: digest(7), at: now) }?.person
        }
        func signIn(_ new: NewPagePerson) async throws {
            try await store.write { transaction in
                var browser = NewBrowser(digest: digest(7), agent: "")
                browser.person = try transaction.keep(new, at: now)
                _ = try transaction.signOutAllBrowsers()
                try transaction.signIn(browser, at: now, until: day(30))
            }
        }
        try await signIn(person(server, seeing: [alice]))
        #expect(try await look()?.seesAll == false)
        try await signIn(person(server, seeing: [alice, bruno]))
        let mum = try #require(try await look())
        #expect(mum.name == "Mum Example" && mum.child == nil && mum.account == "alice" && mum.seesAll)
        // A child of another family that is watched from now on.
        try await store.write { transaction in
            let other = try transaction.ensureServer(origin: "https://two.example.org")
            try transaction.upsert(row(ChildRow.ID(rawValue: "c1"), on: other))
        }
        #expect(try await look()?.seesAll == false)
        // The address is another person's on the server now: what the one was, the other is not.
        let before = try await store.read { try $0.pagePerson("mum@example.org", on: server) }
        try await store.write { _ = try $0.keep(person(server, child: bruno, seeing: [bruno], user: "u2"), at: now) }
        #expect(try await look() == nil)
        let known = try #require(try await store.read { try $0.pagePerson("mum@example.org", on: server) })
        #expect(before?.child == nil && known.child == bruno && known.password == "scrypt$1")
        #expect(known.isFresh(at: day(29)) && !known.isFresh(at: day(30)))
        #expect(try await store.read { try $0.pagePerson("dad@example.org", on: server) } == nil)
        // The same login under another address is the same person: the former address opens nothing any more.
        let moved = NewPagePerson(
            server: server, email: "pat@example.org", user: "u2", name: "Pat", child: bruno, children: [],
            password: "scrypt$2")
        try await store.write { _ = try $0.keep(moved, at: now) }
        #expect(try await store.read { try $0.pagePerson("mum@example.org", on: server) } == nil)
        await store.close()
    }

    @Test("who is forgotten is signed out everywhere")
    func forgotten() async throws {
        let folder = try TestStore()
        let store = try await folder.open()
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example.org")
            let id = try transaction.keep(person(server.id, seeing: []), at: now)
            for byte in [UInt8(1), 2] {
                var browser = NewBrowser(digest: digest(byte), agent: "")
                browser.person = byte == 1 ? id : nil
                try transaction.signIn(browser, at: now, until: day(30))
            }
            try transaction.forgetPagePerson(id)
        }
        #expect(try await store.read { try $0.browsers(at: now) }.map(\.person) == [nil])
        await store.close()
    }
}
