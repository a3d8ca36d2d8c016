import Configuration
import Control
import Daemon
import Store

/// Carries out what `init` has found out: files, session, service.
struct SetupCommit {
    let place: SetupPlace
    let session: SetupMachine.Session

    /// - Throws: what kept it from being done. What a person has of their own is then as it was; what a service has by then is said.
    func carryOut(isStarted: Bool) async throws -> CommandOutcome {
        let content = SetupFile(session, isTaken: place.has)
        var writer = SetupWriter(place)
        try writer.write(content)
        var trace: StateFolder.Trace?
        do {
            let configuration = try Configuration.load(path: place.file, environment: ProcessEnvironment.variables)
            // Root takes up the service's rights for its session, for good: so that comes last there.
            if !place.isService {
                trace = StateFolder(configuration.state).trace
                try await keepSession(configuration)
            }
        } catch {
            trace?.undo()
            writer.undo()
            throw error
        }
        Output.line("Written: \(place.file)")
        for file in content.secrets {
            Output.line("         \(place.folder)/\(file.name)" + (file.use.map { " (\($0))" } ?? ""))
        }
        if let former = writer.former {
            Output.line("Kept:    \(former) and the files of its secrets; remove what nothing needs any more")
        }
        let wasRunning = await isRunning()
        if isStarted, let manager = place.manager { try await manager.start() }
        if place.isService { try await keepServiceSession() }
        Output.line(next(isStarted: isStarted, wasRunning: wasRunning))
        return .success
    }

    private func keepSession(_ configuration: Configuration) async throws {
        let folder = StateFolder(configuration.state)
        try folder.prepare(for: configuration)
        let clients = HTTPClients()
        let desk = SignInDesk(configuration: configuration, folder: folder, clients: clients)
        try await desk.keep(session.signedIn, SignInOrder(account: session.account.name))
        await clients.close()
    }

    private func keepServiceSession() async throws {
        do {
            try await keepSession(try Configuration.load(path: place.file, environment: ProcessEnvironment.variables))
        } catch {
            throw DaemonError(
                .stateFolder, "everything is written but for the session: \(Complaint(error).message)",
                hint: "sign in once more: \(place.commands.login(session.account.name))")
        }
    }

    private func isRunning() async -> Bool {
        if place.isService { return await RunningProgram.at(MachineService.socket) != nil }
        guard let configuration = try? Configuration.load(path: place.file, environment: ProcessEnvironment.variables)
        else { return false }
        return await RunningProgram.at(StateFolder(configuration.state).controlSocket) != nil
    }

    private func next(isStarted: Bool, wasRunning: Bool) -> String {
        if isStarted { return "It runs. See how it goes: pocketbell status" }
        if place.isService {
            return "Next: " + (wasRunning ? UnitManager.ofMachine.reloadLine : UnitManager.ofMachine.startLine)
        }
        let start = place.commands.start
        guard wasRunning else { return "Next: \(start)" }
        let reload = place.manager?.isReady == true ? "\(UnitManager.ofUser.reloadLine); or " : ""
        return "What runs still has its former settings. Next: \(reload)end it, then: \(start)"
    }
}
