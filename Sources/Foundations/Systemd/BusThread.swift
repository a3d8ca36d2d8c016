import CSystemd
import Glibc

/// The only place that touches an `sd_bus`; lives and dies on its thread.
final class BusThread {
    private let mailbox: BusMailbox
    private let address: String?
    private var link: BusLink?
    private var retryDelay = Duration.seconds(1)
    private var nextTry = ContinuousClock.now
    private var subscriptions: [UInt: (match: BusMatch, continuation: AsyncStream<BusSignal>.Continuation)] = [:]
    private var observers: [UInt: AsyncStream<SessionBus.State>.Continuation] = [:]

    init(mailbox: BusMailbox, address: String?) {
        self.mailbox = mailbox
        self.address = address
    }

    func run() {
        while true {
            connectWhenDue()
            let (requests, isOpen) = mailbox.take()
            for request in requests { handle(request) }
            if let link, !link.process() { disconnect() }
            guard isOpen else { break }
            wait()
        }
        disconnect()
        for subscription in subscriptions.values { subscription.continuation.finish() }
        for observer in observers.values { observer.finish() }
    }

    private func connectWhenDue() {
        guard link == nil, ContinuousClock.now >= nextTry else { return }
        guard let new = BusLink(address: address) else { return postpone() }
        link = new
        retryDelay = .seconds(1)
        for (id, subscription) in subscriptions { new.subscribe(id, subscription.match, subscription.continuation) }
        for observer in observers.values { observer.yield(.connected) }
    }

    private func postpone() {
        nextTry = .now + retryDelay
        retryDelay = min(retryDelay * 2, .seconds(30))
    }

    private func disconnect() {
        guard let link else { return }
        link.close()
        self.link = nil
        postpone()
        for observer in observers.values { observer.yield(.disconnected) }
    }

    private func handle(_ request: BusRequest) {
        switch request {
        case .call(let id, let call, let timeout, let continuation):
            if let link {
                link.call(id, call, timeout, continuation)
            } else {
                continuation.resume(throwing: BusError.disconnected)
            }
        case .cancel(let id): link?.cancel(id)
        case .subscribe(let id, let match, let continuation):
            subscriptions[id] = (match, continuation)
            link?.subscribe(id, match, continuation)
        case .unsubscribe(let id):
            subscriptions[id] = nil
            link?.unsubscribe(id)
        case .observe(let id, let continuation):
            observers[id] = continuation
            continuation.yield(link == nil ? .disconnected : .connected)
        case .unobserve(let id): observers[id] = nil
        }
    }

    /// Sleeps until the bus, a request or a timeout wants something.
    private func wait() {
        var descriptors = [pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)]
        var timeout = Int32(-1)
        if let link {
            descriptors.append(link.pollDescriptor)
            timeout = link.pollTimeout
        } else {
            let (seconds, attoseconds) = (nextTry - .now).components
            timeout = Int32(clamping: max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1))
        }
        unsafe poll(&descriptors, nfds_t(descriptors.count), timeout)
    }
}
