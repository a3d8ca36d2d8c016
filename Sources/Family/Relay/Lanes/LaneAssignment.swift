import HTTPClient
import Store

/// What a lane carries alerts to, and how. A reload gives it another one.
struct LaneAssignment: Sendable {
    let target: any AlertTarget
    let policy: LanePolicy
    /// What it proves that this target takes something.
    let taken: Proof
    /// Puts alerts into this target's words.
    let renderer: AlertRenderer
    /// Who reads what it sends, by the rules of now.
    let audience: Audience
    /// Where deliveries come in that are born marked.
    let door: LaneDoor
    /// What the target does beside; `nil` of most.
    let companion: (any TargetCompanion)?
    /// Whether it can change what it shows.
    let edits: Bool
    /// How quickly it may be sent messages, with others that share its rate; `nil`: as quickly as they come.
    let gate: RateGate?
    /// With certificate authorities of the target's own; the lane's to close.
    let ownClient: HTTPClient?

    /// Deliveries that may be born marked at a time.
    private static let births = 8

    /// - Throws: `SecretSourceError` for a secret that cannot be read, ``RelayError`` for a URL or key that can't be used.
    init(
        _ configuration: TargetConfiguration, in locale: AlertLocale, by tools: TargetTools,
        for audience: Audience, backoff: Backoff, gates: RateGates = RateGates()
    ) throws {
        ownClient = try configuration.ownClient()
        var tools = tools
        if let ownClient { tools.http = ownClient }
        let (target, clock) = (try configuration.target(by: tools), tools.clock)
        var policy = LanePolicy(
            deduplicates: target.deduplicates, inDoubt: configuration.inDoubt,
            window: configuration.kind.settings.window)
        policy.backoff = backoff
        policy.digest = DigestPolicy(threshold: configuration.digest)
        let renderer = AlertRenderer(
            target: configuration.name, style: configuration.style, locale: configuration.locale(in: locale))
        let makeBody: @Sendable (DeliveryWork) -> [UInt8]? = { work in
            var templates = TemplateCache()
            return target.body(for: renderer.render(work, &templates, now: clock.now()), stored: work.delivery.body)
        }
        door = LaneDoor(limit: min(policy.window, Self.births), body: target.repeatsBytes ? makeBody : nil)
        edits = configuration.edits
        gate = gates.gate(for: target.rate)
        taken = configuration.kind.taken
        self.target = target
        self.audience = audience
        companion = target.companion(in: renderer.locale)
        self.renderer = renderer
        self.policy = policy
    }

    /// How long nothing may be sent because of its rate; zero: something may.
    ///
    /// - Parameter now: in running time.
    func pause(at now: Duration) -> Duration { gate?.wait(at: now) ?? .zero }

    /// What the target's readers are not shown.
    var hides: Set<HiddenFact> { renderer.locale.hides }

    /// - Parameter other: one that may have the same client, and goes on.
    func close(unless other: LaneAssignment? = nil) async {
        guard let ownClient, ownClient !== other?.ownClient else { return }
        await ownClient.close()
    }
}

/// How one target's lane behaves.
struct LanePolicy: Sendable, Equatable {
    /// Whether repeating a message there does no harm.
    var deduplicates: Bool
    /// For those where it does.
    var inDoubt: TargetConfiguration.DoubtPolicy
    /// Deliveries that may be marked in one commit. They are sent one after the other all the same; after a crash all
    /// that were marked are repeated, so it is 1 unless the target deduplicates.
    var window: Int
    /// Failed attempts after which a delivery no longer holds back those behind it.
    var patience = 4
    /// When what waited is told together.
    var digest = DigestPolicy(threshold: 0)
    /// How long what tells of what is over waits for more of it.
    var settling: Duration = .seconds(2)
    var backoff = Backoff()

    init(deduplicates: Bool, inDoubt: TargetConfiguration.DoubtPolicy = .repeat, window: Int = 64) {
        self.deduplicates = deduplicates
        self.inDoubt = inDoubt
        self.window = deduplicates ? window : 1
    }
}
