/// How much of what only explains the past is kept. Facts, alerts and deliveries have no limit.
package struct StoreLimits: Sendable {
    /// How long raw bytes and settled hints are kept.
    package var age: Duration = .seconds(14 * 86_400)
    /// Room for raw bytes, with 100 bytes for each entry.
    package var journalRoom = 64 << 20
    /// Settled hints beyond this go before their time.
    package var settledHints = 100_000
    /// Rows that one transaction removes at most: lanes and scans want the writer too.
    package var step = 1_000

    /// Two weeks, 64 MiB, 100,000 hints.
    package init() {}
}
