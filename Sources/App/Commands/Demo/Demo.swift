import Configuration
import Daemon
import DemoBackend
import Glibc
import Runtime
import Sockets
import Store
import Systemd
import Values

/// `pocketbell demo`: the whole program on a simulated family, with nothing left behind.
package enum Demo {
    /// Watches the family until the time is over or somebody stops it, then shows whether everything was told exactly
    /// once.
    ///
    /// - Returns: `.internalError` when the counts do not add up.
    package static func run(_ options: DemoOptions) async -> CommandOutcome {
        do {
            let folder = try temporaryFolder()
            defer { PrivateFile.removeAll(folder) }
            let backend = DemoBackend(configuration(options))
            let server = try await backend.start()
            let loop = try EventLoop()
            let receiver = DemoReceiver(on: loop)
            let chat = try await receiver.start()
            let configuration = try settings(folder, server: server, chat: chat)
            Output.line(introduction(server, options))
            let outcome = await run(configuration, backend, receiver, options)
            await receiver.stop()
            await backend.stop()
            await loop.stop()
            return outcome
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// Only the simulated server, for trying other clients.
    package static func serve(_ options: DemoOptions) async -> CommandOutcome {
        do {
            let backend = DemoBackend(configuration(options))
            let server = try await backend.start()
            Output.line("The simulated family server answers at \(server); its hub is \(server)/hubs/family.")
            Output.line("Every feature of the hub protocol, without a token: \(server)/hubs/conformance")
            Output.line("People: parent@example.com, child1@example.com, child2@example.com; password: password123")
            await end(after: options.duration)
            await backend.stop()
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    private static func run(
        _ configuration: Configuration, _ backend: DemoBackend, _ receiver: DemoReceiver, _ options: DemoOptions
    ) async -> CommandOutcome {
        do {
            return try await Watch.with(configuration, .quiet) { watch in
                let show = DemoShow(
                    backend: backend, seed: options.seed, receiver: receiver, store: watch.store, board: watch.board
                ) { [file = configuration.file] in
                    await PageOpening.link(CommandContext(configurationFile: file, isJSON: false))
                }
                let stop = AsyncStream<ProcessSignals.Signal>(unfolding: {
                    await end(after: options.duration)
                    return .interrupt
                })
                _ = try await watch.run(configuration, signals: stop, more: [show]) { nil }
                return try await show.conclude() ? .success : .internalError
            }
        } catch {
            return Output.outcome(of: error)
        }
    }

    private static func configuration(_ options: DemoOptions) -> DemoConfiguration {
        var configuration = DemoConfiguration()
        configuration.port = options.port
        configuration.seed = UInt64(options.seed)
        return configuration
    }

    /// Written down and read as a person's file is, so that the demo shows what they would get.
    private static func settings(_ folder: String, server: String, chat: String) throws -> Configuration {
        let hasDesktop = SessionBus.isOfSession
        let yaml = """
            state: \(folder)/state
            accounts:
              - name: mum
                server: \(server)
                email: parent@example.com
                password: file:\(folder)/password
                scan: 5s
            targets:
              - name: chat
                kind: webhook
                url: \(chat)
                private-addresses: true
                digest: 0
            \(hasDesktop ? "  - name: desktop\n    kind: desktop\n" : "")rules:
              - name: everything
                events: [transaction]
                to: [chat\(hasDesktop ? ", desktop" : "")]

            """
        try PrivateFile.replace("\(folder)/password", with: Array("password123\n".utf8))
        try PrivateFile.replace("\(folder)/pocketbell.yaml", with: Array(yaml.utf8))
        return try Configuration.load(path: "\(folder)/pocketbell.yaml", environment: ProcessEnvironment.variables)
    }

    private static func introduction(_ server: String, _ options: DemoOptions) -> String {
        let end = options.duration.map { "for \($0 / .seconds(1)) s, or until Ctrl-C" } ?? "until Ctrl-C"
        return "A family of two children lives at \(server); PocketBell watches it \(end).\n"
    }

    /// Returns when the demo's time is over, or when somebody stops it.
    private static func end(after duration: Duration?) async {
        _ = await race(limit: duration) { await Stop.requested() }
    }

    private static func temporaryFolder() throws -> String {
        var template = Array("/tmp/pocketbell-demo.XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw SystemError() }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// How the demo runs.
package struct DemoOptions: Sendable {
    /// `nil`: until somebody stops it.
    let duration: Duration?
    let port: Int
    let seed: Int

    /// - Parameters:
    ///   - port: of the simulated server; 0 is any free one.
    ///   - seed: the same seed makes the same family live the same life.
    package init(duration: Duration?, port: Int, seed: Int) {
        self.duration = duration
        self.port = port
        self.seed = seed
    }
}
