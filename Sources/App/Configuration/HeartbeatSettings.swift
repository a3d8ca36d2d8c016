package import Settings
import TextFormats

/// An address that is asked while all is well. Who keeps it notices when nobody asks any more, also when the whole machine
/// is gone.
package struct HeartbeatSettings: SettingsSection {
    /// Who knows it can say that all is well, so it is a secret.
    package let url: SecretSource
    /// Between two requests.
    package let every: Duration

    /// Declares the keys.
    package init(reading reader: inout SettingsReader) {
        url = reader.secret(
            "url", literal: .guarded(.url),
            help: "The address that is asked (GET) while all is well; it is a secret. "
                + "It is not asked while something needs a person, or before the first scan.")
        every = reader.value(
            "every", .duration(in: .seconds(30) ... .seconds(86_400)), default: "5m",
            help: "The time between two requests. Have the other side wait for at least twice as long.")
    }
}
