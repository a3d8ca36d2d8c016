import Configuration
package import Daemon
import Glibc
import HTTPClient
import Runtime
import Store
import Systemd
import Terminal
package import TextFormats
import Values

/// `pocketbell desktop`: shows in this session what a watcher elsewhere tells.
package enum DesktopProgram {
    /// What the command line says.
    package struct Options: Sendable {
        let watcher: WatcherAddress?
        let certificate: String?
        let token: SignInRequest.Password
        let isSignIn: Bool

        /// - Parameters:
        ///   - watcher: `nil`: the one that is kept, else this machine's service.
        ///   - certificate: a PEM file that vouches for the watcher.
        ///   - token: from where a new one comes.
        ///   - isSignIn: whether a new one is asked for, and that is all.
        package init(
            watcher: WatcherAddress?, certificate: String?, token: SignInRequest.Password, isSignIn: Bool
        ) {
            (self.watcher, self.certificate, self.token, self.isSignIn) = (watcher, certificate, token, isSignIn)
        }
    }

    /// Runs until Ctrl-C or SIGTERM, or until the watcher does not take the token any more.
    package static func run(_ options: Options) async -> CommandOutcome {
        do {
            let folder = try folder()
            let access = try await access(options, in: folder)
            if options.isSignIn { try await signIn(access, folder) } else { try await show(access, folder) }
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// Beside the state of this user's own program, and apart from it.
    private static func folder() throws -> StateFolder {
        let own = try Configuration.standard(environment: ProcessEnvironment.variables).state
        let folder = StateFolder(own)["desktop"]
        try folder.create()
        return folder
    }

    private static func access(_ options: Options, in folder: StateFolder) async throws -> AgentAccess {
        let isToldNothing = if case .prompt = options.token { options.watcher == nil } else { false }
        if !options.isSignIn, isToldNothing, let kept = try AgentAccess(keptIn: folder) { return kept }
        let watcher = if let named = options.watcher { named } else { await nearestWatcher() }
        let token = try await token(options.token)
        guard AccessToken(token.trimmed)?.kind == .desktop else {
            throw DaemonError(
                .usage, "that is no token of a desktop",
                hint: "have one made where the watcher runs: pocketbell token create --desktop TARGET")
        }
        return AgentAccess(
            watcher: watcher, certificate: options.certificate.map(ProcessEnvironment.complete), token: token.trimmed)
    }

    /// A program of this user's own that has desktops to tell, as other commands find it; else the machine's service.
    private static func nearestWatcher() async -> WatcherAddress {
        let context = CommandContext(configurationFile: nil, isJSON: false)
        guard let own = try? context.ownConfiguration(), let state = Optional(StateFolder(own.state)),
            case let place = state.desktopPlace().path, place.hasPrefix(state.path), MachineService.isThere(place),
            await RunningProgram.at(state.controlSocket) != nil
        else { return .service }
        return .socket(path: place)
    }

    private static func token(_ source: SignInRequest.Password) async throws -> Secret {
        do {
            if let given = try SignIn.given(source) { return given }
            if Asking.isPossible {
                return try await Asking.secret("Token of this desktop, as 'pocketbell token create' shows it: ")
            }
        } catch  where Self.isEmpty(error) {
            throw DaemonError(
                .usage, "the token is empty",
                hint: "give it as 'pocketbell token create' has shown it: at the prompt, or with --token-file FILE")
        }
        throw DaemonError(
            .configuration, "this desktop has no token yet",
            hint: "in a terminal: pocketbell desktop --sign-in; or with --token-file FILE")
    }

    private static func isEmpty(_ error: any Error) -> Bool {
        if case SecretInput.Failure.empty? = error as? SecretInput.Failure { return true }
        if case SecretReference.Failure.empty? = error as? SecretReference.Failure { return true }
        return false
    }

    /// Nothing is handed to it: what waits comes once `pocketbell desktop` can show it.
    private static func signIn(_ access: AgentAccess, _ folder: StateFolder) async throws {
        let link = try AgentLink(access)
        let outcome: Result<String, any Error>
        do { outcome = .success(try await link.target()) } catch { outcome = .failure(error) }
        await link.close()
        let target = try outcome.get()
        try access.keep(in: folder)
        say(.connected(target: target), access)
    }

    private static func show(_ access: AgentAccess, _ folder: StateFolder) async throws {
        guard let bus = SessionBus.ofSession() else {
            throw DaemonError(
                .unavailable, "there is no desktop session here", hint: "run it where somebody is logged in at a screen"
            )
        }
        let link = try AgentLink(access)
        let (news, teller) = AsyncStream.makeStream(of: DesktopAgent.News.self, bufferingPolicy: .bufferingNewest(64))
        let agent = DesktopAgent(link, on: bus, file: "\(folder.path)/shown.json") { teller.yield($0) }
        defer { teller.finish() }
        try await firstToEnd(
            { try await agent.run() }, { await Stop.requested() },
            {
                for await one in news {
                    say(one, access)
                    // What was let in is kept, and nothing else.
                    if case .connected = one { try access.keep(in: folder) }
                }
            })
        await link.close()
        await bus.close()
    }

    private static func say(_ news: DesktopAgent.News, _ access: AgentAccess) {
        switch news {
        case .connected(let target):
            Output.line("\(access.watcher.text.harmless) tells this desktop what goes to \(target.harmless).")
        case .refused: Output.note("the watcher does not take an approval from this desktop")
        case .unkept(let reason):
            Output.note(
                "what is shown and clicked here can't be kept on the disk: \(reason.harmless)\n  free space there; until then a restart of "
                    + "this program may show something twice, and forget a click that the watcher was not told")
        case .shown(let title): Output.line("shown: \(title.harmless)")
        case .waiting(let reason, let nextStep):
            Output.note(
                "not connected, and tried again: \(reason.harmless)" + (nextStep.map { "\n  \($0.harmless)" } ?? ""))
        }
    }
}

extension Secret {
    /// Without what a paste or a file's end brings along.
    fileprivate var trimmed: Secret { withText { Secret($0.trimmed) } }
}

extension TextFormat where Value == WatcherAddress {
    /// See ``WatcherAddress/init(_:)``.
    package static var watcherAddress: TextFormat {
        TextFormat(
            shape: TextShape(name: "watcher's address", example: "https://server:9465"),
            placeholder: WatcherAddress.service
        ) { text throws(TextFormatError) in try WatcherAddress(text) }
    }
}
