import CLibWebSockets
import Glibc
import Values

/// What an outgoing connection does until it is connected, and not a moment longer: a race of addresses, each with a socket of its
/// own. Service thread only.
final class ConnectionOpening: Equatable {
    let request: ConnectionRequest
    private var race: AddressRace
    private var attempts: [Int: ConnectAttempt] = [:]
    private var headStart: TimerQueue.ID?
    private var limit: TimerQueue.ID?
    private var failures: [String] = []
    private var furtherFailures = 0

    init(_ request: ConnectionRequest) {
        self.request = request
        race = AddressRace(count: request.addresses.count)
    }

    static func == (left: ConnectionOpening, right: ConnectionOpening) -> Bool { left === right }

    /// What has failed so far, for people; empty if nothing has.
    var story: String {
        failures.joined(separator: "; ") + (furtherFailures > 0 ? " and \(furtherFailures) more" : "")
    }

    /// Where nobody has answered yet.
    var pending: String { race.running.map { request.addresses[$0].text }.joined(separator: ", ") }

    /// Starts the race and the clock. Returns an error if it is lost already, like the two that follow.
    func begin(for connection: Connection) -> SocketError? {
        limit = connection.loop.schedule(after: request.deadline - .now) { [weak connection] isStopping in
            guard !isStopping, let connection else { return }
            connection.assumeIsolated { $0.openingTimedOut() }
        }
        return perform(race.begin(), for: connection)
    }

    func headStartOver(for connection: Connection) -> SocketError? {
        perform(race.headStartOver(), for: connection)
    }

    /// After ``drop(_:_:)``, and not from within the library's callback about that socket.
    func goOn(without index: Int, for connection: Connection) -> SocketError? {
        perform(race.failed(index), for: connection)
    }

    /// An address has failed. Returns whether it was still in the race.
    func drop(_ index: Int, _ reason: String) -> Bool {
        guard let attempt = attempts.removeValue(forKey: index) else { return false }
        attempt.drop()
        note(reason, at: index)
        return true
    }

    /// An address has answered. Returns its socket and lets go of every other.
    func win(_ index: Int, on loop: EventLoop) -> LibraryHandle? {
        guard let socket = attempts[index]?.handOver() else { return nil }
        end(on: loop)
        return socket
    }

    /// Lets go of all addresses.
    func end(on loop: EventLoop) {
        for attempt in attempts.values { attempt.drop() }
        for timer in [headStart, limit] { if let timer { loop.cancel(timer) } }
    }

    private func perform(_ actions: [AddressRace.Action], for connection: Connection) -> SocketError? {
        var actions = actions[...]
        while let action = actions.popFirst() {
            switch action {
            case .start(let index):
                guard let reason = start(index, for: connection) else { continue }
                note(reason, at: index)
                actions += race.failed(index)
            case .drop(let index):
                attempts.removeValue(forKey: index)?.drop()
                note("no answer within \(AddressRace.patience)", at: index)
            case .wait: waitHeadStart(for: connection)
            case .giveUp: return SocketError(.connect, "cannot connect: \(story.isEmpty ? "no address" : story)")
            }
        }
        return nil
    }

    private func waitHeadStart(for connection: Connection) {
        if let headStart { connection.loop.cancel(headStart) }
        headStart = connection.loop.schedule(after: AddressRace.headStart) { [weak connection] isStopping in
            guard !isStopping, let connection else { return }
            connection.assumeIsolated { $0.headStartOver() }
        }
    }

    /// - Returns: Why it could not even be begun.
    private func start(_ index: Int, for connection: Connection) -> String? {
        switch request.addresses[index].startConnecting() {
        case .failure(let error): return error.description
        case .success(let fd): return adopt(fd, index, for: connection) ? nil : "descriptor table full"
        }
    }

    private func adopt(_ fd: Int32, _ index: Int, for connection: Connection) -> Bool {
        if let limit = request.acknowledgementLimit {
            var milliseconds = UInt32(clamping: limit.microseconds / 1000)
            let size = socklen_t(MemoryLayout<UInt32>.size)
            unsafe setsockopt(fd, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, size)
        }
        guard let vhost = try? unsafe connection.loop.vhost() else {
            close(fd)
            return false
        }
        // The library closes the descriptor itself when it refuses it.
        guard let adopted = unsafe clws_adopt_socket(vhost, fd) else { return false }
        let attempt = ConnectAttempt(index, for: connection)
        unsafe attempt.wsi = unsafe adopted
        attempts[index] = attempt
        unsafe lws_set_opaque_user_data(adopted, Unmanaged.passUnretained(attempt).toOpaque())
        unsafe lws_set_timeout(adopted, NO_PENDING_TIMEOUT, 0)
        // Not read before it is connected, so that a failure ends in one place: had the library read first, it would
        // have taken the socket's error.
        unsafe lws_rx_flow_control(adopted, 0)
        unsafe lws_callback_on_writable(adopted)
        return true
    }

    private func note(_ reason: String, at index: Int) {
        // A name may have hundreds of addresses; a sentence must not.
        if failures.count < 8 {
            failures.append("\(request.addresses[index].text): \(reason)")
        } else {
            furtherFailures += 1
        }
    }
}
