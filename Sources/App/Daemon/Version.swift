/// What this program is.
package enum Version {
    package static let text = "0.1.0"
    /// Of the manual page, in the form that mdoc wants.
    package static let date = "November 22, 2026"
    /// As it names itself to servers.
    static let userAgent = "PocketBell/\(text)"
}
