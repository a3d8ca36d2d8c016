/// A part of the settings file as a Swift type.
///
/// The initialiser *is* the declaration: it asks the reader for each key, with format, default and help. It is run on the
/// file's text to read it, and on nothing at all to learn which keys exist; documentation and JSON Schema come from the
/// latter. So it must ask for the same keys whatever it is given: no `if` around a key (use
/// ``SettingsReader/variant(_:help:_:)``).
///
/// ```swift
/// struct HubSettings: SettingsSection {
///   let url: String
///   let timeout: Duration
///
///   init(reading reader: inout SettingsReader) {
///     url = reader.value("url", .url, help: "The server's address.")
///     timeout = reader.value("timeout", .duration(in: .seconds(1) ... .seconds(60)), default: "10s", help: "…")
///   }
/// }
/// ```
package protocol SettingsSection: Sendable {
    init(reading reader: inout SettingsReader)
}
