import HTTPClient
import JSON
import Observability
import Runtime
import Testing
import Values

@testable import AllowanceAPI

extension Live {
    /// How long tokens are used, and what happens at their end.
    @Suite struct Tokens {
        /// A clock that a test sets ahead.
        private final class SetClock: Sendable {
            private let ahead = Lock(Duration.zero)
            func advance(_ duration: Duration) { ahead.withLock { $0 += duration } }
            var wall: WallClock {
                WallClock { WallClock.system.now.advanced(by: self.ahead.withLock { $0 }) }
            }
        }

        @Test("renews the token once for all who need it, 300 s before its end")
        func renewsOnce() async throws {
            try await ReferenceHub.run(.real) { hub in
                let clock = SetClock()
                let session = hub.session(clock: clock.wall)
                _ = try await session.signIn(email: ReferenceHub.parent, password: ReferenceHub.password)
                let first = try await session.token().withText { $0 }
                // The server's clock goes along, or our own would be taken for wrong.
                clock.advance(.seconds(86_400 - 310))
                try await hub.control("clock", ["offsetSeconds": 86_090])
                _ = try await session.children()
                #expect(try await hub.requests("POST /api/v1/auth/refresh") == 0)
                clock.advance(.seconds(20))
                try await hub.control("clock", ["offsetSeconds": 86_110])
                try await withThrowingTaskGroup { group in
                    for _ in 0..<20 { group.addTask { _ = try await session.children() } }
                    try await group.waitForAll()
                }
                #expect(try await hub.requests("POST /api/v1/auth/refresh") == 1)
                #expect(try await session.token().withText { $0 } != first)
            }
        }

        @Test("an expired token needs the password, once for all who ask", arguments: ReferenceHub.Dialect.allCases)
        func expired(_ dialect: ReferenceHub.Dialect) async throws {
            try await ReferenceHub.run(dialect) { hub in
                let clock = SetClock()
                let tokens = MemoryTokenStore()
                let alone = hub.session(tokens: tokens, credentials: ReferenceHub.parentCredentials, clock: clock.wall)
                _ = try await alone.children()
                let personal = hub.session(tokens: MemoryTokenStore(try await tokens.load()), clock: clock.wall)
                clock.advance(.seconds(90_000))
                try await hub.control("clock", ["offsetSeconds": 90_000])
                let error = try await failure { _ = try await personal.children() }
                #expect(error.kind == .signInRequired)
                try await withThrowingTaskGroup { group in
                    for _ in 0..<20 { group.addTask { _ = try await alone.children() } }
                    try await group.waitForAll()
                }
                #expect(try await hub.requests("POST /api/v1/auth/login") == 2)
                // What was got is kept: the next start needs no password.
                #expect(try await hub.session(tokens: tokens, clock: clock.wall).children().value.count == 2)
            }
        }

        @Test("a revoked token is replaced and the question asked again, also a write")
        func revoked() async throws {
            try await ReferenceHub.run(.real, ["--History=2"]) { hub in
                let session = hub.session(credentials: ReferenceHub.parentCredentials)
                let alice = try #require(try await session.children().value.first)
                try await hub.control(
                    "revoke", ["token": .string(try await session.token().withText { $0 })])
                // Within one second the server would give the same token again.
                try await hub.control("clock", ["offsetSeconds": 2])
                let new = try NewTransaction(
                    child: alice.id, amount: #require(Decimal("0.25")), kind: .credit, description: "once")
                _ = try await session.createTransaction(new)
                let rows = try await session.transactions(of: alice.id, limit: 100).value
                #expect(rows.filter { $0.description == "once" }.count == 1)
                #expect(try await hub.requests("POST /api/v1/auth/login") == 2)
            }
        }

        @Test("what was entered in one parent's name is not asked in another's, and nothing is sent")
        func inAnothersName() async throws {
            try await ReferenceHub.run(.real, ["--History=2"]) { hub in
                let session = hub.session()
                let first = try await session.signIn(email: ReferenceHub.parent, password: ReferenceHub.password)
                let alice = try #require(try await session.children().value.first)
                _ = try await session.signIn(email: "parent2@example.com", password: ReferenceHub.password)
                let new = try NewTransaction(
                    child: alice.id, amount: #require(Decimal("0.25")), kind: .credit, description: "hers")
                let error = try await failure { _ = try await session.createTransaction(new, by: first.user) }
                #expect(error.kind == .anotherPerson && !error.outcomeIsUnknown)
                #expect(try await hub.requests("POST /api/v1/transactions") == 0)
                _ = try await session.signIn(email: ReferenceHub.parent, password: ReferenceHub.password)
                _ = try await session.createTransaction(new, key: "1", by: first.user)
                #expect(try await hub.requests("POST /api/v1/transactions") == 1)
            }
        }

        @Test("without a password a revoked token says so, and is tried again in case the server changes its mind")
        func revokedForGood() async throws {
            try await ReferenceHub.run(.real) { hub in
                let tokens = MemoryTokenStore()
                let session = hub.session(tokens: tokens)
                _ = try await session.signIn(email: ReferenceHub.parent, password: ReferenceHub.password)
                try await hub.control("fault", ["path": "/api/v1/children", "count": 1, "status": 401])
                let error = try await failure { _ = try await session.children() }
                #expect(error.kind == .signInRequired && "\(error)".contains("pocketbell login"))
                #expect(try await tokens.load() != nil)
                #expect(try await session.children().value.count == 2)
            }
        }

        @Test("takes the token that another process has stored meanwhile")
        func storedElsewhere() async throws {
            try await ReferenceHub.run(.real, ["--History=2"]) { hub in
                let tokens = MemoryTokenStore()
                let daemon = hub.session(tokens: tokens)
                _ = try await daemon.signIn(email: ReferenceHub.parent, password: ReferenceHub.password)
                try await hub.control("revoke", ["token": .string(try await daemon.token().withText { $0 })])
                try await hub.control("clock", ["offsetSeconds": 2])
                _ = try await hub.session(tokens: tokens)
                    .signIn(email: "parent2@example.com", password: ReferenceHub.password)
                #expect(try await daemon.children().value.count == 2)
                #expect(try await daemon.account()?.firstName == "Sam")
            }
        }

        private final class Changes: Sendable {
            private let number = Lock(0)
            func note() { number.withLock { $0 += 1 } }
            var count: Int { number.withLock { $0 } }
        }

        @Test("somebody else's sign-in counts at once, although the former token is good")
        func anotherPerson() async throws {
            try await ReferenceHub.run(.real, ["--History=2"]) { hub in
                let (tokens, changes) = (MemoryTokenStore(), Changes())
                let daemon = hub.session(tokens: tokens) { changes.note() }
                _ = try await daemon.signIn(email: ReferenceHub.parent, password: ReferenceHub.password)
                _ = try await daemon.children()
                #expect(changes.count == 0)
                let other = try await hub.session(tokens: tokens)
                    .signIn(email: "parent2@example.com", password: ReferenceHub.password)
                let token = other.token.withText { $0 }
                #expect(try await daemon.token().withText { $0 } == token)
                #expect(try await daemon.account()?.firstName == "Sam")
                #expect(changes.count == 1)
            }
        }

        @Test("a sign-out counts at once, although the token is good")
        func signedOutElsewhere() async throws {
            try await ReferenceHub.run(.real, ["--History=2"]) { hub in
                let (tokens, changes) = (MemoryTokenStore(), Changes())
                let daemon = hub.session(tokens: tokens) { changes.note() }
                _ = try await daemon.signIn(email: ReferenceHub.parent, password: ReferenceHub.password)
                try await tokens.clear()
                let before = try await hub.requests("GET /api/v1/children")
                let error = try await failure { _ = try await daemon.children() }
                #expect(error.kind == .signInRequired)
                #expect(try await hub.requests("GET /api/v1/children") == before)
                #expect(try await daemon.account() == nil)
                #expect(changes.count == 1)
            }
        }

        /// Somebody signs in or out while the renewal is on its way.
        private struct BusyStore: TokenStore {
            let tokens: MemoryTokenStore
            let meanwhile: SignedIn?

            func load() async throws(AllowanceError) -> SignedIn? { try await tokens.load() }
            func save(_ signedIn: SignedIn) async throws(AllowanceError) { try await tokens.save(signedIn) }
            func save(_ signedIn: SignedIn, insteadOf former: SignedIn?) async throws(AllowanceError) -> Bool {
                if let meanwhile { try await tokens.save(meanwhile) } else { try await tokens.clear() }
                return try await tokens.save(signedIn, insteadOf: former)
            }
        }

        @Test("a renewal undoes neither a sign-in nor a sign-out that came meanwhile", arguments: [true, false])
        func renewalMeanwhile(signsIn: Bool) async throws {
            try await ReferenceHub.run(.real, ["--History=2"]) { hub in
                let (tokens, clock) = (MemoryTokenStore(), SetClock())
                let sam = try await hub.session()
                    .signIn(email: "parent2@example.com", password: ReferenceHub.password)
                let daemon = hub.session(
                    tokens: BusyStore(tokens: tokens, meanwhile: signsIn ? sam : nil), clock: clock.wall)
                _ = try await daemon.signIn(email: ReferenceHub.parent, password: ReferenceHub.password)
                clock.advance(.seconds(86_400 - 200))
                try await hub.control("clock", ["offsetSeconds": 86_200])
                if signsIn {
                    #expect(try await daemon.account()?.firstName == "Pat")
                    _ = try await daemon.children()
                    #expect(try await daemon.account()?.firstName == "Sam")
                } else {
                    let error = try await failure { _ = try await daemon.children() }
                    #expect(error.kind == .signInRequired)
                    #expect(try await tokens.load() == nil)
                }
                #expect(try await hub.requests("POST /api/v1/auth/refresh") == 1)
            }
        }

        /// A store on a full disk.
        private struct FullStore: TokenStore {
            let signedIn: SignedIn

            func load() async throws(AllowanceError) -> SignedIn? { signedIn }
            func save(_ signedIn: SignedIn) async throws(AllowanceError) { throw .tokenStoreFailed("full") }
            func save(_ signedIn: SignedIn, insteadOf former: SignedIn?) async throws(AllowanceError) -> Bool {
                throw .tokenStoreFailed("full")
            }
        }

        @Test("a renewed token that cannot be saved is used all the same, and not renewed again at each request")
        func unsaved() async throws {
            try await ReferenceHub.run(.real, ["--History=2"]) { hub in
                let clock = SetClock()
                let pat = try await hub.session().signIn(email: ReferenceHub.parent, password: ReferenceHub.password)
                let daemon = hub.session(tokens: FullStore(signedIn: pat), clock: clock.wall)
                clock.advance(.seconds(86_400 - 200))
                try await hub.control("clock", ["offsetSeconds": 86_200])
                let old = pat.token.withText { $0 }
                for _ in 0..<3 { #expect(try await daemon.token().withText { $0 } != old) }
                #expect(try await hub.requests("POST /api/v1/auth/refresh") == 1)
            }
        }

        @Test("a password that the server refused is not sent again at once")
        func holdsBack() async throws {
            try await ReferenceHub.run(.real) { hub in
                let clock = SetClock()
                let wrong = Credentials(email: ReferenceHub.parent, password: Secret("wrong"))
                let session = hub.session(credentials: wrong, clock: clock.wall)
                for _ in 0..<3 {
                    let error = try await failure { _ = try await session.children() }
                    #expect(error.kind == .wrongCredentials)
                }
                #expect(try await hub.requests("POST /api/v1/auth/login") == 1)
                clock.advance(.seconds(901))
                _ = try await failure { _ = try await session.children() }
                #expect(try await hub.requests("POST /api/v1/auth/login") == 2)
            }
        }

        @Test("a server whose clock is wrong is measured by its own clock")
        func wrongClock() async throws {
            try await ReferenceHub.run(.real, ["--TokenSeconds=3600"]) { hub in
                try await hub.control("clock", ["offsetSeconds": -7_200])
                let session = try await hub.parentSession()
                _ = try await session.children()
                #expect(try await hub.requests("POST /api/v1/auth/refresh") == 0)
                let offset = await session.clock.offset
                #expect(offset > .seconds(-7_202) && offset < .seconds(-7_198))
            }
        }

        @Test("neither logs nor errors hold the token or the password")
        func secrets() async throws {
            try await ReferenceHub.run(.real) { hub in
                let sink = CapturingSink()
                let session = hub.session(credentials: ReferenceHub.parentCredentials, sink: sink)
                let token = try await session.token().withText { $0 }
                try await hub.control("fault", ["path": "/api/v1", "count": 1, "status": 500, "body": .string(token)])
                let error = try await failure { _ = try await session.family() }
                let told = "\(error) " + sink.records.map { "\($0)" }.joined()
                #expect(sink.records.count >= 2 && !told.contains("password123"))
                // The server has put the token into its answer, whose text goes into the error's sentence.
                #expect(!told.contains("eyJ") && error.message.contains("It says"))
            }
        }
    }
}
