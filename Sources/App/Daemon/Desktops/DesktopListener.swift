import Configuration
import Glibc
import HTTPServer
import Relay
import Runtime
import Sockets
import Values

/// Lets the agents of people's desktops in where the configuration in force says so, and moves when it says something else.
///
/// A place that cannot be listened at is no reason for alerts to stop: that is told, and tried again.
actor DesktopListener: Service {
    /// Where agents come in.
    enum Place: Hashable, Sendable {
        /// A Unix socket; the machine's service makes it for everybody, since the token decides, not the user.
        case socket(path: String, isForEverybody: Bool)
        /// TLS over a network. With other files' contents it is another place: a renewed certificate is shown from the next reload on.
        case network(DesktopDoorSettings, certificate: FileStamp?, key: FileStamp?)

        /// As its files are now.
        init(_ settings: DesktopDoorSettings) {
            self = .network(
                settings, certificate: FileStamp(settings.certificate), key: FileStamp(settings.key))
        }
    }

    nonisolated let name = "desktops"

    private let loop: EventLoop
    private let desk: DesktopDesk
    private let wanted: @Sendable () -> Set<Place>
    private let told: @Sendable (String?) -> Void
    private let pause: Duration
    private let bell = Bell()
    private var servers: [Place: HTTPServer] = [:]
    /// What nobody could listen at the last time.
    private(set) var refused: Set<Place> = []
    /// On the network; `nil` where it does not listen there.
    private(set) var endpoint: Endpoint?

    /// - Parameters:
    ///   - pause: before it tries again to listen where it could not.
    ///   - wanted: of the configuration in force; asked again after each ``look()``.
    ///   - told: called with why it does not listen although it should, and with `nil` once it does.
    init(
        loop: EventLoop, desk: DesktopDesk, pause: Duration = .seconds(10),
        wanted: @escaping @Sendable () -> Set<Place>, told: @escaping @Sendable (String?) -> Void
    ) {
        (self.loop, self.desk, self.pause, self.wanted, self.told) = (loop, desk, pause, wanted, told)
    }

    /// The configuration may be another one.
    nonisolated func look() { bell.ring() }

    func start() async { await move() }

    func run() async throws {
        while true {
            switch await bell.wait(atMost: refused.isEmpty ? nil : pause) {
            case .rung, .limit: await move()
            case .closed, .cancelled: return await leave(Set(servers.keys))
            }
        }
    }

    nonisolated func stop() async { bell.close() }

    private func move() async {
        let wanted = wanted()
        await leave(Set(servers.keys).subtracting(wanted))
        var faults: [(place: Place, reason: String)] = []
        for place in wanted where servers[place] == nil {
            let server = HTTPServer(on: loop, configuration: HTTPServerConfiguration(place)) { [desk] request in
                await desk.answer(request)
            }
            do {
                try await listen(server, at: place)
                servers[place] = server
            } catch {
                faults.append((place, "nothing can listen at \(place): \(error)"))
            }
        }
        refused = Set(faults.map(\.place))
        told(faults.isEmpty ? nil : faults.map(\.reason).sorted().joined(separator: "; "))
    }

    private func listen(_ server: HTTPServer, at place: Place) async throws {
        switch place {
        case .socket(let path, let isForEverybody):
            _ = try await server.listen(on: .unix(path: path))
            guard isForEverybody, unsafe chmod(path, 0o666) != 0 else { return }
            let error = SystemError()
            await server.stop(within: .zero)
            throw error
        case .network(let settings, _, _):
            let address = settings.listen
            endpoint = try await server.listen(on: .address(address.address, port: address.port))
        }
    }

    private func leave(_ places: Set<Place>) async {
        for place in places {
            // Agents stay connected for as long as they are let: they are told by the end of the stream.
            await servers.removeValue(forKey: place)?.stop(within: .milliseconds(200))
        }
    }
}

extension DesktopListener.Place: CustomStringConvertible {
    var description: String {
        switch self {
        case .socket(let path, _): path
        case .network(let settings, _, _): "\(settings.listen)"
        }
    }
}

extension HTTPServerConfiguration {
    /// Enough for a family's desktops. Who is let in is decided by the token, so no name has to be right.
    fileprivate init(_ place: DesktopListener.Place) {
        self.init()
        if case .network(let settings, _, _) = place {
            tls = TLSIdentity(certificateFile: settings.certificate, keyFile: settings.key)
        }
        allowedHosts = nil
        maximumConnections = 2 * DesktopExchange.most
        // Who has no token comes this far: one user of the machine, or one machine, keeps no desktop out.
        maximumConnectionsOfPeer = DesktopExchange.most / 2
        maximumBodyBytes = 64 * 1024
        maximumHeadBytes = 8 * 1024
        maximumTargetBytes = 1_024
        bodyTimeout = .seconds(10)
    }
}
