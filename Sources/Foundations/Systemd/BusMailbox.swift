import CSystemd
import Glibc
import Synchronization

/// What other threads ask of the bus thread.
enum BusRequest: Sendable {
    case call(UInt, BusCall, Duration, CheckedContinuation<[BusValue], any Error>)
    case cancel(UInt)
    case subscribe(UInt, BusMatch, AsyncStream<BusSignal>.Continuation)
    case unsubscribe(UInt)
    case observe(UInt, AsyncStream<SessionBus.State>.Continuation)
    case unobserve(UInt)
}

/// A queue of requests and an eventfd that wakes the bus thread out of `poll`.
final class BusMailbox: Sendable {
    private struct Contents {
        var requests: [BusRequest] = []
        var isOpen = true
        var lastID: UInt = 0
    }

    private let contents = Mutex(Contents())
    let wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

    deinit {
        Glibc.close(wakeDescriptor)
    }

    func newID() -> UInt {
        contents.withLock {
            $0.lastID += 1
            return $0.lastID
        }
    }

    /// False after ``close()``: nobody will answer.
    @discardableResult
    func post(_ request: BusRequest) -> Bool {
        let isAccepted = contents.withLock { contents in
            if contents.isOpen { contents.requests.append(request) }
            return contents.isOpen
        }
        if isAccepted { eventfd_write(wakeDescriptor, 1) }
        return isAccepted
    }

    func close() {
        contents.withLock { $0.isOpen = false }
        eventfd_write(wakeDescriptor, 1)
    }

    /// Everything posted so far, and whether more may come.
    func take() -> (requests: [BusRequest], isOpen: Bool) {
        var count: eventfd_t = 0
        unsafe eventfd_read(wakeDescriptor, &count)
        return contents.withLock { contents in
            defer { contents.requests = [] }
            return (contents.requests, contents.isOpen)
        }
    }
}

/// Runs a body on a new, named, detached thread.
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = unsafe Unmanaged.passRetained(Box(body))
    let result = unsafe pthread_create(
        &thread, nil,
        {
            unsafe Unmanaged<Box>.fromOpaque($0!).takeRetainedValue().body(); return nil
        }, unsafe box.toOpaque())
    precondition(result == 0, "no more threads")
    unsafe pthread_setname_np(thread, String(name.prefix(15)))
    pthread_detach(thread)
}
