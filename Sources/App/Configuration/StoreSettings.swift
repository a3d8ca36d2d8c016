package import Settings
import TextFormats

/// What the program's own data may take of the disk, and for how long.
package struct StoreSettings: SettingsSection, Hashable {
    /// Bytes that are held back for a full disk; 0 for none.
    package let ballast: Int
    /// How long the past is kept; `nil`: as usual.
    package let keep: Keeping?

    /// Ages from which on what only explains the past goes.
    package struct Keeping: SettingsSection, Hashable {
        /// Of what arrived, byte for byte.
        package let messages: Duration
        /// Of what was told, entered and said before.
        package let history: Duration

        /// Declares the keys.
        package init(reading reader: inout SettingsReader) {
            messages = reader.value(
                "messages", .duration(in: .seconds(3_600) ... .seconds(365 * 86_400)), default: "14d",
                help: "How long raw messages of the hub are kept; 64 MiB of them at most.")
            history = reader.value(
                "history", .duration(in: .seconds(86_400) ... .seconds(3_650 * 86_400)), default: "90d",
                help:
                    "How long alerts, deliveries and entries are kept that are at their end, and what goals, chores and the like said before. "
                    + "That something was told is remembered for ever.")
        }
    }

    /// Declares the keys.
    package init(reading reader: inout SettingsReader) {
        ballast = reader.value(
            "ballast", .size(in: 0...(1 << 30)), default: "16MiB",
            help:
                "How much room of the disk is held back, so that what was begun can be ended when it is full; an eighth of a small disk at most. 0MiB: none."
        )
        keep = reader.section(
            "keep", Keeping.self,
            help: "How long the past is kept. Transactions are kept as long as the server has them.")
    }
}
