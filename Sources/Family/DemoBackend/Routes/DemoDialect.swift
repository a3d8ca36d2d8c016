/// Whose ways the simulated server follows.
package enum DemoDialect: String, Sendable, CaseIterable {
    /// The published designs: a talkative hub at `/hubs/family` that tells the whole family.
    case spec
    /// The public backend: a hub at `/hubs/notifications` that tells parents nothing about money.
    case real

    var hubPath: String { self == .spec ? "/hubs/family" : "/hubs/notifications" }
}
