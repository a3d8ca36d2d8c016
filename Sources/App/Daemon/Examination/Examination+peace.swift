package import Configuration
import Control
import Runtime
package import Store
import TextFormats
import Values

extension Examination {
    /// Who is left in peace, which explains why nobody is told: silences, and people with quiet hours.
    package static func peace(in store: Store, _ configuration: Configuration) async -> [Finding] {
        let now = WallClock.system.now
        let stored = try? await store.read("silences") { (try $0.silences(at: now), try $0.children()) }
        func moment(_ until: Timestamp) -> String {
            ReadableMoment(until, in: configuration.timeZone, now: now).english
        }
        let silences = (stored?.0 ?? []).map { row in
            Finding.good(
                "left in peace",
                "nobody is told of \(row.subject.name(among: stored?.1 ?? [])) until \(moment(row.until))")
        }
        return silences
            + Installed.QuietPerson.all(of: configuration, at: now).map {
                .good("left in peace", "\($0.name) has quiet hours until \(moment($0.until))")
            }
    }
}

extension SilenceRow.Subject {
    /// For people.
    fileprivate func name(among children: [ChildRow]) -> String {
        switch self {
        case .target(let name): "what goes to \(name)"
        case .child(let server, let id):
            children.first { $0.server == server && $0.id == id }.map { "\($0.firstName) \($0.lastName)" }
                ?? id.rawValue
        }
    }
}
