import Configuration
import Control
import Daemon
import Glibc
import JSON
import Store

/// The program that a command is for: `--config` decides, else one of this user's own that runs or has a
/// store, else the machine's service.
enum Addressee: Sendable {
    /// One that runs.
    case program(RunningProgram)
    /// One that does not: its files.
    case files(Configuration)

    static func find(_ context: CommandContext) async throws -> Addressee {
        let choice = try context.choice()
        if choice == .system { return .program(try await service()) }
        do {
            return try await find(choice, try context.ownConfiguration())
        } catch let mistakes as ConfigurationErrors {
            // What runs took the file before somebody broke or removed it, and can be asked all the same.
            guard let program = await running(despiteMistakesOf: context) else { throw mistakes }
            Output.warning("\(mistakes); this is the program that runs with what it said before")
            return .program(program)
        }
    }

    /// The program that runs with what the file said before.
    private static func running(despiteMistakesOf context: CommandContext) async -> RunningProgram? {
        // The folder that the file shows by now, or the usual one, may be another program's: it says which file it has.
        guard let (file, folder) = context.placeDespiteMistakes, let program = await running(in: StateFolder(folder)),
            program.configurationFile == file
        else { return nil }
        return program
    }

    private static func find(_ choice: CommandContext.Choice, _ configuration: Configuration) async throws -> Addressee
    {
        switch choice {
        case .file, .user, .system:
            guard let program = await running(in: StateFolder(configuration.state)) else {
                return .files(configuration)
            }
            if choice == .file, let warning = warning(of: program, askedBy: configuration.file) {
                Output.warning(warning)
            }
            return .program(program)
        case .usual:
            let folder = StateFolder(configuration.state)
            if let program = await RunningProgram.at(folder.controlSocket) { return .program(program) }
            if folder.isInUse { return .files(configuration) }
            guard let service = try await serviceIfAny() else { return .files(configuration) }
            return .program(service)
        }
    }

    /// What is said where a person names a file, and the program with its state folder has another.
    static func warning(of program: RunningProgram, askedBy file: String?) -> String? {
        // One that names no folder does not name its file either.
        guard let file, program.stateFolder != nil else { return nil }
        let asked = ProcessEnvironment.complete(file)
        func real(_ path: String) -> String { ProcessEnvironment.resolved(path) ?? path }
        if let own = program.configurationFile, own == asked || real(own) == real(asked) { return nil }
        let own = program.configurationFile ?? "no file at all"
        return "\(asked) is not what applies: the program that runs with its state folder has \(own), "
            + "and answers by that"
    }

    /// The program with this state folder: by it a service is found too, whose socket lies elsewhere.
    static func running(in folder: StateFolder) async -> RunningProgram? {
        if let program = await RunningProgram.at(folder.controlSocket) { return program }
        let service = await RunningProgram.at(MachineService.socket)
        return service?.stateFolder == folder.path ? service : nil
    }

    private static func service() async throws -> RunningProgram {
        if let service = try await serviceIfAny() { return service }
        throw DaemonError(
            .unavailable, "PocketBell is not installed as a service of this machine",
            hint: "install its package; or leave --system out for a program of your own")
    }

    /// - Throws: where there is one that cannot be asked.
    private static func serviceIfAny() async throws -> RunningProgram? {
        let socket = MachineService.socket
        if let program = await RunningProgram.at(socket) { return program }
        if MachineService.isForbidden(socket) { throw notPermitted }
        // A service that starts or ends has a socket that does not answer, or none yet.
        guard MachineService.isThere(socket) || MachineService.isInstalled else { return nil }
        throw DaemonError(
            .unavailable, "the service pocketbell is installed, but it does not run",
            hint: "start it: \(ProgramCommands(isService: true, namedFile: nil).start) "
                + "(why it ended: \(UnitManager.ofMachine.logLine)); "
                + "for a program of your own add --user")
    }

    private static var notPermitted: DaemonError {
        let user = unsafe getpwuid(geteuid()).map { unsafe String(cString: $0.pointee.pw_name) } ?? "USER"
        return DaemonError(
            .notPermitted, "you are not in the group pocketbell, whose members may use this machine's service",
            hint:
                "sudo adduser \(user) pocketbell, then log in again; or use sudo; for a program of your own add --user")
    }
}
