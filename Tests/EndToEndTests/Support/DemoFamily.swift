import DemoBackend
import JSON
import Runtime
import TestSupport
import Testing

/// The simulated family inside of the test, whose answers a test can spoil, and an installation that watches it.
final class DemoFamily: Sendable {
    /// What happens to a request.
    enum Trouble: Sendable, Equatable {
        /// The server acts, and what it says is lost: an empty 500 comes in its place.
        case lostAnswer
        /// The server does nothing and says nothing: an empty 500.
        case silence
        /// The server acts, and describes another record.
        case describes(String)
    }

    private struct Spoiled {
        let method: String
        let path: String
        let trouble: Trouble
        var count: Int
    }

    /// What is to be spoilt, which the server has to know before there is a family.
    private final class Plan: Sendable {
        private let spoiled = Lock<[Spoiled]>([])

        func add(_ new: Spoiled) { spoiled.withLock { $0.append(new) } }

        /// Requests that change something, in order: method, path and body.
        let writes = Lock<[String]>([])
        /// How often each method and path was asked for.
        let asked = Lock<[String: Int]>([:])

        var isDone: Bool { spoiled.withLock { $0.allSatisfy { $0.count == 0 } } }

        func next(_ request: DemoRequest) -> Trouble? {
            spoiled.withLock { spoiled in
                let place = spoiled.firstIndex {
                    $0.method == request.method && request.path.hasPrefix($0.path) && $0.count > 0
                }
                guard let place else { return nil }
                spoiled[place].count -= 1
                return spoiled[place].trouble
            }
        }
    }

    let backend: DemoBackend
    /// Where it listens.
    let address: String
    let installation: Installation
    private let plan: Plan

    /// - Parameter targets: YAML behind `targets:`, with the rules.
    init(
        _ dialect: DemoDialect = .real, email: String = "parent@example.com", targets: String = " []"
    ) async throws {
        var configuration = DemoConfiguration()
        configuration.dialect = dialect
        let plan = Plan()
        self.plan = plan
        backend = DemoBackend(configuration) { request, answer in
            if request.method != "GET", !request.path.contains("/auth/") {
                plan.writes.withLock { $0.append("\(request.method) \(request.path) \(request.bodyText)") }
            }
            plan.asked.withLock { $0["\(request.method) \(request.path)", default: 0] += 1 }
            switch plan.next(request) {
            case .lostAnswer:
                _ = answer()
                return .empty(500)
            case .silence: return .empty(500)
            case .describes(let id):
                _ = answer()
                return .json(["id": .string(id)] as JSONValue, status: 201)
            case nil: return answer()
            }
        }
        address = try await backend.start()
        installation = try Installation(
            """
            accounts:
              - name: watched
                server: \(address)
                email: \(email)
                scan: 5s
            targets:\(targets)
            """)
        let login = try await installation.run("login", "watched", "--password-stdin", input: "password123\n")
        #expect(login.status == 0, "\(login.errors)")
    }

    /// Spoils the next requests whose path begins so, behind `/api/v1/`.
    func spoil(_ method: String, _ path: String, _ trouble: Trouble, count: Int = 1) {
        plan.add(Spoiled(method: method, path: "/api/v1/" + path, trouble: trouble, count: count))
    }

    /// Requests that change something, in order: method, path and body.
    var writes: [String] { plan.writes.withLock { $0 } }

    /// How many requests there were whose path begins so, behind `/api/v1/`.
    func count(_ method: String, _ path: String) -> Int {
        plan.asked.withLock { asked in
            asked.filter { $0.key.hasPrefix("\(method) /api/v1/\(path)") }.values.reduce(0, +)
        }
    }

    /// Whether all of what was to be spoilt was.
    var isSpoilt: Bool { plan.isDone }

    func start() async throws -> ChildProcess {
        let process = try installation.start("run")
        try await installation.waitForStatus {
            $0.accountState("watched") == "live" && $0["accounts"]?[0]?["lastScan"] ?? .null != .null
        }
        return process
    }

    func end(_ process: ChildProcess) async throws {
        process.signal(15)
        let status = try await process.waitForExit()
        #expect(status == 0, "\(process.errors)")
        installation.expectNoSecrets()
        await backend.stop()
    }
}
