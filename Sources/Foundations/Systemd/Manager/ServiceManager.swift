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

    @discardableResult
    package static func stopping(status: String) -> Bool {
        send("STOPPING=1\nSTATUS=\(line(status))")
    }

    /// The sentence that `systemctl status` shows.
    @discardableResult
    package static func status(_ text: String) -> Bool {
        send("STATUS=\(line(text))")
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

    /// The protocol is lines: a line break in a text would be read as the next assignment.
    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private static func send(_ text: String) -> Bool {
        unsafe getenv("NOTIFY_SOCKET") != nil && NotifyThread.shared.send(text)
    }
}
