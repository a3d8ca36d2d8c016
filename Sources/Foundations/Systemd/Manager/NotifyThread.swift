import CSystemd
import Glibc
import Runtime

/// Sends what the service manager is told, in order, on a thread of its own.
///
/// The library's call waits as long as the manager takes nothing: ten messages that it has not read are enough. On a thread of
/// Swift's pool that would stop the whole program, so that it could neither work nor end.
final class NotifyThread: Sendable {
    static let shared = NotifyThread()

    /// More than the manager leaves unread for long; what comes beyond is dropped.
    private static let capacity = 64

    private let mailbox: Mailbox<String>

    private init() {
        let parker = Parker()
        let mailbox = Mailbox<String>(capacity: Self.capacity) { parker.unpark() }
        self.mailbox = mailbox
        // It lives as long as the process.
        let thread = try? ServiceThread(name: "notify", stackSize: 64 * 1024) {
            var texts: [String] = []
            while true {
                mailbox.take(into: &texts)
                if texts.isEmpty { parker.park() }
                for text in texts { unsafe sd_notify(0, text) }
                texts.removeAll(keepingCapacity: true)
            }
        }
        if thread == nil { _ = mailbox.close() }
    }

    /// Returns whether it will be sent.
    func send(_ text: String) -> Bool { mailbox.offer(text) == .accepted }
}
