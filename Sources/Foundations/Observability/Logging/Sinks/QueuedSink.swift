package import Runtime
import Synchronization

/// Hands records to a slow sink on a thread of its own, so that a terminal or a journal that doesn't read holds up nobody.
///
/// When as many records wait as it may keep, new ones are lost; the next one that gets through says how many.
package final class QueuedSink: LogSink {
    private enum Order {
        case record(LogRecord)
        case stop
    }

    private let orders: Mailbox<Order>
    private let thread: ServiceThread
    private let lost: LossCounter

    /// - Parameters:
    ///   - next: is called on one thread only.
    ///   - capacity: records that may wait.
    package init(_ next: any LogSink, capacity: Int = 4_096) throws(ServiceThreadError) {
        let parker = Parker()
        let orders = Mailbox<Order>(capacity: capacity) { parker.unpark() }
        let lost = LossCounter()
        self.orders = orders
        self.lost = lost
        thread = try ServiceThread(name: "log") { Self.work(orders, parker, lost, next) }
    }

    /// From any thread; never waits. Past the capacity and after ``close(within:)`` the record is lost.
    package func write(_ record: LogRecord) {
        if orders.offer(.record(record)) != .accepted { lost.count.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Returns when what waits is written, or after the limit. What comes later is lost.
    package func close(within limit: Duration = .seconds(2)) async {
        guard orders.push(.stop) else { return }
        _ = await withTimeLimit(limit) { [thread] in await thread.finished() }
    }

    private static func work(_ orders: Mailbox<Order>, _ parker: Parker, _ lost: LossCounter, _ next: any LogSink) {
        var batch: [Order] = []
        while true {
            orders.take(into: &batch)
            if batch.isEmpty { parker.park() }
            for order in batch {
                guard case .record(var record) = order else {
                    // What came behind the order to stop is lost; `close` said so.
                    _ = orders.close()
                    return
                }
                let count = lost.count.exchange(0, ordering: .relaxed)
                if count > 0 { record.fields.append((.lost, .integer(count))) }
                next.write(record)
            }
            batch.removeAll(keepingCapacity: true)
        }
    }
}

/// An atomic that two threads share.
private final class LossCounter: Sendable {
    let count = Atomic(0)
}
