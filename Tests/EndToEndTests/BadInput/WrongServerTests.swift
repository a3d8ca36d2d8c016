import Glibc
import HTTPServer
import JSON
import TestSupport
import Testing

/// A server's address that leads elsewhere: `login`, `doctor` and `run` say what answers there, and what to do.
@Suite("The wrong server", .serialized)
struct WrongServerTests {
    /// What stands where the family's server should.
    enum Place: String, CaseIterable, Sendable {
        case mistypedName, closedPort, anotherServer, page, plainPortForTLS, emptyFailure, nonsense

        var says: [String] {
            switch self {
            case .mistypedName: ["https://no-such-name.invalid:443 cannot be reached", "Could not resolve host"]
            case .closedPort: ["http://127.0.0.1:1 cannot be reached", "Connection refused"]
            case .anotherServer: ["is not an AllowanceTracker server"]
            case .page: ["is not an AllowanceTracker server"]
            case .plainPortForTLS: ["does not speak TLS on this port", "http instead of https"]
            case .emptyFailure: ["failed at POST /auth/login with status 500"]
            case .nonsense: ["cannot be understood"]
            }
        }

        /// For a command: the running program goes on trying.
        var nextStep: String {
            switch self {
            case .mistypedName, .closedPort: "Check the network and the server's address, then try again."
            case .anotherServer, .page:
                "Check the server's address, and whether it wants https: write it with https:// then."
            case .plainPortForTLS: "Check the server's address"
            case .emptyFailure: "Try again later."
            case .nonsense: "Check whether a newer PocketBell knows this server's version."
            }
        }

        @Sendable func answer(_ request: WebhookReceiver.Received) -> HTTPResponse {
            switch self {
            case .page: .text("<html><body>Welcome to your router</body></html>", type: "text/html")
            case .emptyFailure: HTTPResponse(.internalServerError)
            case .nonsense: .json(Array(#"{"hello":"world"}"#.utf8))
            default: .text("<html><h1>Not Found</h1></html>", status: .notFound, type: "text/html")
            }
        }

        func address(of server: String) -> String {
            switch self {
            case .mistypedName: "https://no-such-name.invalid"
            case .closedPort: "http://127.0.0.1:1"
            case .plainPortForTLS: server.replacing("http://", with: "https://")
            default: server
            }
        }
    }

    @Test("login says what answers there and ends with 69", arguments: Place.allCases)
    func login(_ place: Place) async throws {
        let server = try await WebhookReceiver(answer: place.answer)
        let installation = try Installation("", secrets: ["opensesame"])
        let answer = try await installation.run(
            "login", "--server", place.address(of: server.address), "--email", "mum@example.org", "--password-stdin",
            input: "opensesame\n")
        #expect(answer.status == 69)
        for text in place.says + [place.nextStep] { #expect(answer.errors.contains(text), "\(answer.errors)") }
        #expect(!answer.errors.contains("It is tried again"))
        #expect(answer.output.isEmpty)
        await server.close()
    }

    @Test("run goes on trying, and status says why", arguments: [Place.closedPort, .page, .plainPortForTLS, .nonsense])
    func run(_ place: Place) async throws {
        let server = try await WebhookReceiver(answer: place.answer)
        let installation = try Installation(
            """
            accounts:
              - name: watched
                server: \(place.address(of: server.address))
                email: mum@example.org
                password: env:FAMILY_PASSWORD
            """, environment: ["FAMILY_PASSWORD": "opensesame"])
        let watcher = try installation.start("run")
        let status = try await installation.waitForStatus { status in
            place.says.allSatisfy { status.accountReason("watched")?.contains($0) ?? false }
        }
        #expect(status["running"] == true)
        #expect(status["balanced"] == true)
        let doctor = try await installation.run("doctor")
        #expect(doctor.status == 1)
        for text in place.says { #expect(doctor.output.contains(text), "\(doctor.output)") }
        watcher.signal(15)
        #expect(try await watcher.waitForExit() == 0)
        installation.expectNoSecrets()
        await server.close()
    }

    @Test("looked for again and again it is one warning")
    func warnsOnce() async throws {
        let home = try Installation(
            """
            accounts:
              - {name: watched, server: 'http://127.0.0.1:1', email: mum@example.org, password: env:FAMILY_PASSWORD}
            """, environment: ["FAMILY_PASSWORD": "opensesame"])
        let process = try ChildProcess(
            Installation.program, ["run", "--config", home.configuration, "--log-level", "debug"],
            environment: home.environment)
        func lines(_ words: String) -> [Substring] {
            process.errors.split(separator: "\n").filter { $0.contains(words) }
        }
        try await home.waitForStatus { _ in
            lines("the hub cannot be asked for").count >= 3 && !lines("scan failed").isEmpty
        }
        let warnings = lines("127.0.0.1:1").filter { $0.contains("warn") && !$0.contains("configuration") }
        #expect(warnings.count == 1 && warnings.first?.contains("scan failed") == true, "\(warnings)")
        #expect(lines("no hub was found").isEmpty)
        process.signal(SIGTERM)
        #expect(try await process.waitForExit() == 0)
    }
}
