/// What this program is.
package enum Version {
    /// What `--version` and the status say; the hub libraries' `SignalRVersion` is the same, which a test holds.
    package static let text = "0.1.0"
    /// Of the manual page, as ISO 8601 writes it.
    package static let date = "2026-11-23"
    /// As it names itself to servers.
    package static let userAgent = "PocketBell/\(text)"
}
