import CSystemd
import Glibc

/// Talks to systemd over `$NOTIFY_SOCKET`. Without systemd every call does nothing. No call waits for systemd; each returns whether
/// its message will be sent.
package enum ServiceManager {
    /// Start-up is finished: dependents may start.
    @discardableResult
    package static func ready(status: String) -> Bool {
        send("READY=1\nSTATUS=\(line(status))")
    }

    /// A reload began; ``ready(status:)`` ends it. The time lets systemd order the messages.
    @discardableResult
    package static func reloading() -> Bool {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return send("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1_000)")
    }

    @discardableResult
    package static func stopping(status: String) -> Bool {
        send("STOPPING=1\nSTATUS=\(line(status))")
    }

    /// The sentence that `systemctl status` shows.
    @discardableResult
    package static func status(_ text: String) -> Bool {
        send("STATUS=\(line(text))")
    }

    /// Starting or stopping takes this much longer, from now.
    @discardableResult
    package static func extendTimeout(by duration: Duration) -> Bool {
        let (seconds, attoseconds) = duration.components
        return send("EXTEND_TIMEOUT_USEC=\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)")
    }

    /// Says "still alive". Call it where the work is done, not from a timer that lives on when the work hangs.
    @discardableResult
    package static func keepAlive() -> Bool {
        send("WATCHDOG=1")
    }

    /// How often ``keepAlive()`` is due: half of what the unit's `WatchdogSec=` allows; `nil` when there is no watchdog.
    package static var keepAliveInterval: Duration? {
        var microseconds: UInt64 = 0
        guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds / 2))
    }

    /// Sockets opened by systemd for us. Close-on-exec is set on them. Each call names the same sockets: call it once.
    package static func listeningSockets() -> [ListeningSocket] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = unsafe sd_listen_fds_with_names(0, &names)
        guard count > 0, let names = unsafe names else { return [] }
        defer {
            for index in 0..<Int(count) { unsafe free(names[index]) }
            unsafe free(names)
        }
        return (0..<count).map { index in
            let name = unsafe names[Int(index)].map { unsafe String(cString: $0) } ?? ""
            return ListeningSocket(name: name, descriptor: SD_LISTEN_FDS_START + index)
        }
    }

    /// The protocol is lines: a line break in a text would be read as the next assignment.
    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private static func send(_ text: String) -> Bool {
        unsafe getenv("NOTIFY_SOCKET") != nil && NotifyThread.shared.send(text)
    }
}
