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
        guard let answer = await ping(socket) else { return nil }
        return RunningProgram(
            socket: socket, stateFolder: text(answer, "state"), configurationFile: text(answer, "configuration"),
            timeZone: text(answer, "timeZone"))
    }

    /// It answered, and by now nobody does: somebody has ended it.
    var hasEnded: DaemonError {
        DaemonError(.programEnded, "the program that answered has ended", hint: "start it again: \(commands.start)")
    }

    /// What is typed for it.
    var commands: ProgramCommands {
        let usual = Configuration.ownFile(environment: ProcessEnvironment.variables)
        return ProgramCommands(
            isService: socket == MachineService.socket,
            namedFile: configurationFile == usual ? nil : configurationFile)
    }

    /// Asks it something; where nobody answers any more the error is ``hasEnded``.
    func asLongAsItRuns<Value>(_ ask: () async throws -> Value) async throws -> Value {
        do {
            return try await ask()
        } catch let error as HTTPError where [.refused, .unreachable, .connectionLost].contains(error.kind) {
            throw hasEnded
        }
    }

    /// What asks programs: one for all questions of a command, since to begin and to end it takes longer than most answers do.
    ///
    /// - Throws: ``HTTPError`` if it does not start.
    static func client() throws(HTTPError) -> HTTPClient { try ownClient.get() }

    // Never closed: a command ends soon, and all that it asked was answered by then.
    private static let ownClient = Result { () throws(HTTPError) in try HTTPClient() }

    private static func ping(_ socket: String) async -> JSONValue? {
        guard let http = try? client(), let request = try? Inquiry.message(ControlRequest(.get, ["ping"]), socket),
            let response = try? await http.send(request), response.head.isSuccess
        else { return nil }
        return try? JSONValue(parsing: response.body)
    }

    private static func text(_ answer: JSONValue, _ name: String) -> String? {
        if case .string(let text)? = answer[name] { text } else { nil }
    }
}
