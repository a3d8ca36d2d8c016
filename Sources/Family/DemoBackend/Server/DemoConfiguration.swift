/// What a simulated server is like.
package struct DemoConfiguration: Sendable {
    /// Whose routes, texts and hub messages.
    package var dialect = DemoDialect.spec
    /// 0 lets the system choose; it stays the same over restarts.
    package var port = 0
    /// Rows of each child at the start.
    package var history = 12
    /// From a sign-in to the token's end, by the server's clock; a day, as the designs say.
    package var tokenLifetime = Duration.seconds(86_400)
    /// The same seed gives the same history and ids.
    package var seed: UInt64 = 1

    /// The demo's own server: the spec's dialect on any free port.
    package init() {}
}
