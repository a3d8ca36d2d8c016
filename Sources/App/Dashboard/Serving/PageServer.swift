import HTTPServer
import Runtime
package import Sockets
package import Values

/// Serves the page to this machine, or to the house.
///
/// A port that somebody else has is no reason for alerts to stop, nor for the page of this machine: that takes any other, since
/// `pocketbell open` says where it is. Where it has to be at one place it is tried again.
package actor PageServer: Service {
    package nonisolated let name = "page"

    private let loop: EventLoop
    private let handler: PageHandler
    private let sessions: PageSessions
    private let wanted: @Sendable () -> PagePlace?
    private let told: @Sendable (String?) -> Void
    private let found: @Sendable (String) -> Void
    private let pause: Duration
    private let bell = Bell()
    private var current: (place: PagePlace, port: Int, server: HTTPServer)?

    /// - Parameters:
    ///   - pause: before it tries again to listen where it could not.
    ///   - wanted: by the configuration in force, `nil` for no page; asked again after each ``look()``.
    ///   - told: called with why nothing listens although it should, or not as it should, and with `nil` once it does.
    ///   - found: called with where it listens, each time that it begins to.
    package init(
        loop: EventLoop, handler: PageHandler, sessions: PageSessions, pause: Duration = .seconds(10),
        wanted: @escaping @Sendable () -> PagePlace?, told: @escaping @Sendable (String?) -> Void,
        found: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.loop, self.handler, self.sessions, self.wanted, self.told) = (loop, handler, sessions, wanted, told)
        (self.pause, self.found) = (pause, found)
    }

    /// The configuration may be another one.
    package nonisolated func look() { bell.ring() }

    /// Signs out also those browsers that the store does not know, and makes links that were not opened yet void.
    package nonisolated func signOutAll() { sessions.closeAll() }

    /// An address that signs one browser in, within a minute: for browsers of this machine and, where people find the page elsewhere, for
    /// any of theirs. Whichever is opened first uses up both. `nil` where there is no page.
    package func link() -> (here: Secret, anywhere: Secret?)? {
        guard let current else { return nil }
        let path = PageHandler.linkPath + sessions.issueLink().withText { $0 }
        let place = current.place
        return (
            Secret(place.ownAddress(port: current.port) + path),
            place.publicOrigin.map { Secret($0 + place.prefix + path) }
        )
    }

    package func start() async { await move() }

    package func run() async throws {
        while true {
            switch await bell.wait(atMost: current?.place == wanted() ? nil : pause) {
            case .rung, .limit: await move()
            case .closed, .cancelled: return await leave()
            }
        }
    }

    package nonisolated func stop() async { bell.close() }

    private func leave() async {
        await current?.server.stop(within: .milliseconds(200))
        current = nil
    }

    private func move() async {
        let wanted = wanted()
        guard wanted != current?.place else { return }
        // A certificate that is no good is no reason to serve nothing: the former one is shown until a good one comes.
        if let fault = wanted?.fault { return told(fault) }
        await leave()
        guard let wanted else { return told(nil) }
        // Who comes before that is known waits for it: by the port it is known whose browser asks.
        let port = Promise<Int, Never>()
        let owners = ConnectionOwners()
        let server = HTTPServer(on: loop, configuration: HTTPServerConfiguration(wanted, sessions)) {
            [handler] request in
            let user = owners.user(request, at: await port.valueEvenIfCancelled())
            return await handler.answer(request, by: PageVisitor(request, at: wanted, user: user))
        }
        do throws(HTTPServerError) {
            let taken = try await listen(server, wanted)
            port.keep(.success(taken))
            current = (wanted, taken, server)
            told(nil)
            found(wanted.ownAddress(port: taken))
        } catch {
            told("the page cannot listen at \(wanted.host):\(wanted.port): \(error)")
        }
    }

    private func listen(_ server: HTTPServer, _ place: PagePlace) async throws(HTTPServerError) -> Int {
        let endpoint: Endpoint
        do throws(HTTPServerError) {
            endpoint = try await server.listen(on: .address(place.address, port: place.port))
        } catch {
            guard place.mayMove, place.port != 0 else { throw error }
            endpoint = try await server.listen(on: .address(place.address, port: 0))
        }
        if case .address(_, let port) = endpoint { return port }
        return place.port
    }
}

/// Whose programs are at the other ends of connections within this machine.
///
/// The kernel's table of connections takes milliseconds to read, and an open page asks again and again: so it is read once for each
/// connection, whose other end stays the same program's.
private final class ConnectionOwners: Sendable {
    /// More than there are connections at a time.
    private static let most = 1_024
    private let known = Lock([UInt64: UInt32?]())

    func user(_ request: HTTPRequest, at port: Int) -> UInt32? {
        if let user = known.withLock({ $0[request.connection] }) { return user }
        let user = LocalPeer.userID(of: request.peer, connectedTo: port)
        known.withLock { known in
            // Those that live on are looked up again.
            if known.count >= Self.most { known = [:] }
            known[request.connection] = .some(user)
        }
        return user
    }
}

extension PagePlace {
    /// What is wrong with its files; `nil` for nothing.
    fileprivate var fault: String? {
        guard let certificate else { return nil }
        do throws(SocketError) {
            try TLSIdentity(certificateFile: certificate.file, keyFile: certificate.key).check()
            return nil
        } catch {
            return "\(error)"
        }
    }
}

extension HTTPServerConfiguration {
    /// Enough for some hundred open pages. Only names that are the page's own: no page of somebody else can rebind one.
    fileprivate init(_ place: PagePlace, _ sessions: PageSessions) {
        self.init()
        tls = place.certificate.map { TLSIdentity(certificateFile: $0.file, keyFile: $0.key) }
        allowedHosts = place.hosts.union(["localhost", "127.0.0.1", "[::1]", place.host])
        allowsNumericHosts = place.isEverywhere
        maximumConnections = 512
        // All that comes through a proxy has its address.
        if place.proxies.isEmpty, !place.mayMove { maximumConnectionsOfPeer = 128 }
        maximumBodyBytes = 64 * 1_024
        // The form of an order with a photo, from a browser that was shown it just before: nobody else takes one of the few places.
        largeBodies = LargeBodies(bytes: PagePhotos.limit + 64 * 1_024, atOnce: 3, timeout: .seconds(120)) {
            path, headers in
            path.hasSuffix("/orders") && sessions.wasHere(headers["cookie"] ?? "")
                && headers["content-type"]?.lowercased().hasPrefix("multipart/form-data;") == true
        }
    }
}
