import MQTT
import Observability
import Runtime
import Store

/// Takes back from a broker what this target may keep there no longer, because it hides something or is read by a child: another
/// configuration may have kept it, and whoever changed that may have done so while nothing ran.
///
/// Once for each start and each such change, however long the broker is away.
final class MQTTWithdrawal: TargetCompanion {
    private let topics: MQTTTopics
    private let link: MQTTLink
    private let redaction: Redaction
    private let traces: MQTTTraces
    private let ending = Promise<Void, Never>()

    init(topics: MQTTTopics, link: MQTTLink, locale: AlertLocale, redaction: Redaction) {
        (self.topics, self.link, self.redaction) = (topics, link, redaction)
        traces = MQTTTraces(topics: topics, discovery: HomeDiscovery(topics: topics, locale: locale))
    }

    var forbidden: (any TargetCompanion)? { self }

    func isSame(as other: any TargetCompanion) -> Bool {
        (other as? MQTTWithdrawal).map { link === $0.link && topics == $0.topics } ?? false
    }

    /// Of two targets with the same names at one broker one may keep there what the other may not.
    func undoes(_ other: any TargetCompanion) -> Bool {
        guard let other = other as? MQTTStates else { return false }
        let (mine, its) = (link.place.options, other.link.place.options)
        return mine.host == its.host && mine.port == its.port && topics.base == other.topics.base
    }

    func end(_ ending: CompanionEnding) { self.ending.keep() }

    func run(beside store: Store, _ logger: Logger) async {
        _ = await race(stop: ending) { await self.work(store, logger) }
    }

    private func work(_ store: Store, _ logger: Logger) async {
        for failures in 0... {
            do {
                return try await link.visit { [traces] connection in
                    // The states go last: who keeps them under the same names sees by them that all went.
                    try await connection.publish(MQTTMessage(traces.topics.status, [], isRetained: true))
                    try await traces.erase(over: connection, keepsStates: false, store)
                }
            } catch let error as MQTTError {
                let sentence = error.verdict(within: link.place.addresses) { redaction.applied(to: $0) }.detail
                if failures == 0 { logger.warning("states may remain at the broker", [.detail: .text(sentence)]) }
            } catch {
                // The store cannot be read, which it says itself.
            }
            let pauses = MQTTStates.pauses
            do { try await Task.sleep(for: pauses[min(failures, pauses.count - 1)]) } catch { return }
        }
    }
}

/// What this program may have left at a broker.
struct MQTTTraces: Sendable {
    let topics: MQTTTopics
    let discovery: HomeDiscovery

    /// Of all children that the store knows or the broker has something of.
    ///
    /// - Parameter keepsStates: only what describes them goes.
    /// - Throws: `MQTTError` when the connection has ended, `StoreError` when the store cannot be read.
    func erase(over connection: MQTTConnection, keepsStates: Bool, _ store: Store) async throws {
        // What nobody knows any more is found by what the broker keeps, which comes before the answer to the question after it.
        try? await connection.subscribe(to: [topics.states])
        let picture = try await FamilyPicture.read(store)
        try? await connection.subscribe(to: [topics.states])
        var children = Set(picture.children.map(\.key))
        for message in await connection.takeMessages() where message.isRetained && !message.payload.isEmpty {
            if let child = topics.child(of: message.topic) { children.insert(child) }
        }
        var gone = children.sorted().flatMap { discovery.topics(of: $0) }
        if let alerts = topics.configuration("event", topics.node, "alerts") { gone.append(alerts) }
        if !keepsStates { gone += children.sorted().map { topics.state(of: $0) } }
        for topic in gone { try await connection.publish(MQTTMessage(topic, [], isRetained: true)) }
    }
}
