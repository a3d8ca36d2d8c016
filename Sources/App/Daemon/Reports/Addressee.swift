import Configuration
import Dashboard
import Glibc
import JSON
import Store

/// The program that a command is for (DESIGN section 4): `--config` decides, else one of this user's own that runs or has a
/// store, else the machine's service.
enum Addressee: Sendable {
    /// One that runs.
    case program(RunningProgram)
    /// One that does not: its files.
    case files(Configuration)

    static func find(_ context: CommandContext) async throws -> Addressee {
        switch try context.choice() {
        case .file, .user: return try await own(try context.ownConfiguration())
        case .system: return .program(try await service())
        case .usual:
            let configuration = try context.ownConfiguration()
            let folder = StateFolder(configuration.state)
            if let program = await RunningProgram.at(folder.controlSocket) { return .program(program) }
            if folder.isInUse { return .files(configuration) }
            guard let service = try await serviceIfAny() else { return .files(configuration) }
            return .program(service)
        }
    }

    /// The program with this configuration. A service is found by its state folder, also by who names its file.
    private static func own(_ configuration: Configuration) async throws -> Addressee {
        let folder = StateFolder(configuration.state)
        if let program = await RunningProgram.at(folder.controlSocket) { return .program(program) }
        if let service = await RunningProgram.at(ControlPlace.service()), service.stateFolder == folder.path {
            return .program(service)
        }
        return .files(configuration)
    }

    private static func service() async throws -> RunningProgram {
        if let service = try await serviceIfAny() { return service }
        throw DaemonError(
            .unavailable, "PocketBell is not installed as a service of this machine",
            hint: "install its package; or leave --system out for a program of your own")
    }

    /// - Throws: where there is one that cannot be asked.
    private static func serviceIfAny() async throws -> RunningProgram? {
        let socket = ControlPlace.service()
        if let program = await RunningProgram.at(socket) { return program }
        if ControlPlace.isForbidden(socket) { throw notPermitted }
        // A service that starts or ends has a socket that does not answer, or none yet.
        guard ControlPlace.isThere(socket) || ControlPlace.isServiceInstalled else { return nil }
        throw DaemonError(
            .unavailable, "the service pocketbell is installed, but it does not run",
            hint: "start it: sudo systemctl start pocketbell (why it ended: sudo journalctl -u pocketbell); "
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
