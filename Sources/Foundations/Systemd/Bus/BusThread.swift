import Glibc
import Runtime

/// The only place that touches an `sd_bus`; lives and dies on its thread.
///
/// sd-bus is not thread-safe and has no loop of its own: this one polls its descriptor, the mailbox's, and its timeout.
final class BusThread {
    private let mailbox: Mailbox<BusRequest>
    private let alarm: EventDescriptor
    private let address: String?
    private var link: BusLink?
    private var isStopping = false
    private var isReconnect = false
    private var retryDelay = Duration.seconds(1)
    private var nextTry = ContinuousClock.now
    private var subscriptions: [UInt: BusSubscription] = [:]
    private var observers: [UInt: AsyncStream<SessionBus.State>.Continuation] = [:]

    init(mailbox: Mailbox<BusRequest>, alarm: EventDescriptor, address: String?) {
        self.mailbox = mailbox
        self.alarm = alarm
        self.address = address
    }

    func run() {
        var requests: [BusRequest] = []
        while !isStopping {
            connectWhenDue()
            alarm.clear()
            mailbox.take(into: &requests)
            for request in requests { handle(request) }
            requests.removeAll(keepingCapacity: true)
            if let link, !link.process() { disconnect() }
            if !isStopping { wait() }
        }
        for request in mailbox.close() { request.refuse() }
        disconnect()
        for subscription in subscriptions.values { subscription.finish() }
        for observer in observers.values { observer.finish() }
    }

    private func connectWhenDue() {
        guard link == nil, ContinuousClock.now >= nextTry else { return }
        guard let new = BusLink(address: address) else { return postpone() }
        link = new
        retryDelay = .seconds(1)
        for (id, subscription) in subscriptions {
            new.subscribe(id, subscription)
            if isReconnect { subscription.deliver(.reconnected) }
        }
        isReconnect = true
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
        case .call(let id, let call, let timeout, let answer):
            guard let link else { return request.refuse() }
            link.call(id, call, timeout, answer)
        case .cancel(let id): link?.cancel(id)
        case .subscribe(let id, let subscription):
            subscriptions[id] = subscription
            link?.subscribe(id, subscription)
        case .unsubscribe(let id):
            subscriptions[id] = nil
            link?.unsubscribe(id)
        case .observe(let id, let continuation):
            observers[id] = continuation
            continuation.yield(link == nil ? .disconnected : .connected)
        case .unobserve(let id): observers[id] = nil
        case .stop: isStopping = true
        }
    }

    /// Sleeps until the bus, a request or a timeout wants something.
    private func wait() {
        var descriptors = [pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0)]
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
