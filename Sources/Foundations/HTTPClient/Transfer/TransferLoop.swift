import CCurl
import Runtime
import Synchronization

/// The service thread's work: one multi handle and the transfers on it.
///
/// Invariant for `@unchecked`: built on the thread that creates the client, touched only by the service thread afterwards.
@safe final class TransferLoop: @unchecked Sendable {
    typealias Instant = ContinuousClock.Instant

    enum Command: Sendable {
        case start(Transfer)
        case cancel(Transfer)
        case resume(Transfer)
        /// Finish what runs until then, abort the rest, end the thread.
        case stop(Instant)
    }

    /// Not bounded here: each request waits in a task of its own, so its callers bound it, and "cancel", "resume" and
    /// "stop" must not be refused.
    let mailbox: Mailbox<Command>
    private let multi: MultiHandle
    private var active: [ObjectIdentifier: Transfer] = [:]
    private var idleHandles: [EasyHandle] = []
    private var commands: [Command] = []
    private var stopAt: Instant?
    /// No transfer can expire before this.
    private var nextDue: Instant?

    /// Handles kept for reuse; each holds a receive buffer of 16 KiB.
    private static let idleHandleLimit = 8

    init(_ configuration: HTTPClientConfiguration) throws(HTTPError) {
        let multi = try MultiHandle()
        self.multi = multi
        mailbox = Mailbox(capacity: .max) { multi.wake() }
        // By default the pool grows to four times the number of transfers.
        try multi.set(CURLMOPT_MAXCONNECTS, configuration.poolSize)
        try multi.set(CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHost)
    }

    func run() {
        while true {
            runCommands()
            var running: Int32 = 0
            unsafe curl_multi_perform(multi.pointer, &running)
            retireFinished()
            for transfer in active.values where transfer.isStream { transfer.sink.endPass() }
            let now = Instant.now
            expire(now)
            if let stopAt, active.isEmpty || now >= stopAt { break }
            unsafe curl_multi_poll(multi.pointer, nil, 0, pollTime(now), nil)
        }
        shutDown()
    }

    private func runCommands() {
        mailbox.take(into: &commands)
        for command in commands {
            switch command {
            case .start(let transfer): start(transfer)
            case .cancel(let transfer): retire(transfer, transfer.error(.cancelled, Self.cancelled))
            case .resume(let transfer): if active[ObjectIdentifier(transfer)] != nil { transfer.resume() }
            case .stop(let instant): stopAt = min(stopAt ?? instant, instant)
            }
        }
        commands.removeAll(keepingCapacity: true)
    }

    private func start(_ transfer: Transfer) {
        let place = transfer.request.url.origin
        guard stopAt == nil else { return transfer.sink.end(.clientClosed(at: place)) }
        guard !transfer.isCancelled.load(ordering: .acquiring) else {
            return transfer.sink.end(transfer.error(.cancelled, Self.cancelled))
        }
        active[ObjectIdentifier(transfer)] = transfer
        do throws(HTTPError) {
            let handle = if let spare = idleHandles.popLast() { spare } else { try EasyHandle() }
            try transfer.prepare(handle)
            let code = unsafe curl_multi_add_handle(multi.pointer, handle.pointer)
            guard code == CURLM_OK else {
                throw HTTPError(.other(code: Int(code.rawValue)), place: place, detail: "libcurl refuses the transfer")
            }
            if let due = transfer.due { nextDue = min(nextDue ?? due, due) }
        } catch {
            retire(transfer, error)
        }
    }

    private func retireFinished() {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi.pointer, &left) {
            // The message dies with the removal of its handle, so read it first.
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle,
                let context = unsafe ccurl_private(easy)
            else { continue }
            let code = unsafe ccurl_message_result(message)
            let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            retire(transfer, transfer.failure(for: code))
        }
    }

    /// The one way out of ``active``; does nothing for a transfer that left it before.
    private func retire(_ transfer: Transfer, _ failure: HTTPError?) {
        guard active.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return }
        if let easy = transfer.handle { unsafe curl_multi_remove_handle(multi.pointer, easy.pointer) }
        if let handle = transfer.release(), idleHandles.count < Self.idleHandleLimit { idleHandles.append(handle) }
        transfer.sink.end(failure)
    }

    private func expire(_ now: Instant) {
        guard let due = nextDue, now >= due else { return }
        nextDue = nil
        for transfer in Array(active.values) {
            if let phase = transfer.expiredPhase(at: now) {
                retire(transfer, transfer.error(.timedOut(phase), "time limit reached", phase: phase))
            } else if let due = transfer.due {
                nextDue = min(nextDue ?? due, due)
            }
        }
    }

    /// Milliseconds until something of ours is due; libcurl shortens it by its own timers.
    private func pollTime(_ now: Instant) -> Int32 {
        let longest = Duration.seconds(60)
        let due = [nextDue, stopAt].compactMap { $0 }.min()
        return Int32(min(longest, due.map { $0 - now } ?? longest).wholeMilliseconds)
    }

    /// Transfers, then handles, then the multi handle: the order libcurl asks for. All of it before the thread is said to
    /// have finished.
    private func shutDown() {
        let late = mailbox.close()
        for transfer in Array(active.values) { retire(transfer, transfer.error(.clientClosed, "the client is closed")) }
        for case .start(let transfer) in late { transfer.sink.end(.clientClosed(at: transfer.request.url.origin)) }
        idleHandles = []
        multi.close()
    }

    private static let cancelled = "the task was cancelled"
}
