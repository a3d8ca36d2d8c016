/// What this program is.
package enum Version {
    /// What `--version` and the status say; the hub libraries' `SignalRVersion` is the same, which a test holds.
    package static let text = "0.1.0"
    /// Of the manual page, in the form that mdoc wants.
    package static let date = "November 22, 2026"
    /// As it names itself to servers.
    package static let userAgent = "PocketBell/\(text)"
}
