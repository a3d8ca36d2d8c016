import Configuration
import Control
import Daemon
import HTTPClient
import JSON

/// A program that answers on its control socket.
struct RunningProgram: Sendable, Equatable {
    let socket: String
    /// As it names it; `nil` from one that does not.
    let stateFolder: String?
    /// The complete path of the one that it has in force; `nil` without one.
    let configurationFile: String?
    /// In which people are told times, if it is configured with one.
    let timeZone: String?

    /// `nil` if nobody answers there.
    static func at(_ socket: String) async -> RunningProgram? {
        guard let http = try? HTTPClient() else { return nil }
        let answer = await ping(http, socket)
        await http.close(within: .seconds(1))
        guard let answer else { return nil }
        return RunningProgram(
            socket: socket, stateFolder: text(answer, "state"), configurationFile: text(answer, "configuration"),
            timeZone: text(answer, "timeZone"))
    }

    /// It answered, and by now nobody does: somebody has ended it.
    var hasEnded: DaemonError {
        let usual = Configuration.ownFile(environment: ProcessEnvironment.variables)
        let commands = ProgramCommands(
            isService: socket == MachineService.socket,
            namedFile: configurationFile == usual ? nil : configurationFile)
        return DaemonError(
            .unavailable, "the program that answered has ended", hint: "start it again: \(commands.start)")
    }

    /// Asks it something; where nobody answers any more the error is ``hasEnded``.
    func asLongAsItRuns<Value>(_ ask: () async throws -> Value) async throws -> Value {
        do {
            return try await ask()
        } catch let error as HTTPError where [.refused, .unreachable, .connectionLost].contains(error.kind) {
            throw hasEnded
        }
    }

    private static func ping(_ http: HTTPClient, _ socket: String) async -> JSONValue? {
        guard let request = try? Inquiry.message(ControlRequest(.get, ["ping"]), socket),
            let response = try? await http.send(request), response.head.isSuccess
        else { return nil }
        return try? JSONValue(parsing: response.body)
    }

    private static func text(_ answer: JSONValue, _ name: String) -> String? {
        if case .string(let text)? = answer[name] { text } else { nil }
    }
}
