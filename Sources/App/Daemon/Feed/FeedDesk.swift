import HTTPServer
import JSON
import Observability
import Relay
import Runtime
import SQLite
import Store
import Values

/// Lets other programs follow what happens, by a number at which each goes on after a cut: as a stream of events, or by asking again and
/// again. All that one may do is its token's.
struct FeedDesk: Sendable {
    static let path = "/feed/events"
    /// From one sign of life to the next.
    static let pulse = Duration.seconds(15)
    /// How often it is written down that somebody is still there.
    private static let noting = Duration.seconds(600)
    /// Alerts that one look takes, so never all are in memory at once; and what one answer has at most.
    static let page = 100
    /// Streams of one token, and of all.
    static let (most, mostOfAll) = (4, 32)

    private let door: TokenDoor
    private let locale: @Sendable () -> AlertLocale
    private let places = StreamPlaces<Int64>(ofOne: most, ofAll: mostOfAll)
    private let noting = Noting()

    /// Tokens of which it is being written down that somebody is there.
    private final class Noting: Sendable {
        let numbers = Lock(Set<Int64>())
    }

    /// - Parameter locale: in which words and money what happened is told.
    init(_ store: Store, logger: Logger, locale: @escaping @Sendable () -> AlertLocale) {
        (door, self.locale) = (TokenDoor(.feed, store, logger: logger), locale)
    }

    /// - Parameter isOverheard: whether others can read what is sent.
    /// - Returns: `nil` for what is none of its addresses.
    func answer(_ request: HTTPRequest, isOverheard: Bool) async -> HTTPResponse? {
        guard request.path == Self.path else { return nil }
        guard request.method == "GET" else { return .methodNotAllowed(allow: ["GET"]) }
        guard !isOverheard else {
            return .text(
                "A token is not taken over a way that others can read: ask by https, or on this machine.\n",
                status: .forbidden)
        }
        do {
            guard let row = try await door.row(request), case .feed(let child) = row.scope else {
                return door.refuse(request.peer)
            }
            guard let question = FeedQuestion(request) else {
                return .text(
                    "'after', 'limit' and Last-Event-ID are whole numbers: an event's own, and 1 to \(Self.page).\n",
                    status: .badRequest)
            }
            let follower = Follower(number: row.number, child: child)
            note(row)
            return question.isForList ? try await list(question, for: follower) : stream(question, to: follower)
        } catch {
            // The store has failed, which it says itself; a follower asks again.
            return .plain(.serviceUnavailable)
        }
    }

    /// Who follows.
    private struct Follower: Sendable {
        /// Of its token.
        let number: Int64
        /// `nil`: it may know all.
        let child: FeedChild?

        func mayKnow(_ row: FeedRow) -> Bool { child.map { row.isFor($0) } ?? true }
    }

    /// Who comes each second is not written down each second.
    private func note(_ row: AccessTokenRow) {
        let age = row.seenAt.map { WallClock.system.now.duration(since: $0) }
        if let age, .zero..<Self.noting ~= age { return }
        note(row.number)
    }

    /// Loose because nobody waits for it: reading goes on while another program has the store's lock, for however many.
    private func note(_ number: Int64) {
        guard noting.numbers.withLock({ $0.insert(number).inserted }) else { return }
        Task {
            await door.note(number)
            _ = noting.numbers.withLock { $0.remove(number) }
        }
    }

    /// What there is after a number.
    private struct Look {
        /// What may be missing before it.
        let gap: FeedPosition.Gap?
        /// Those that the follower may know.
        let events: [FeedEvent]
        /// From where on to look next.
        let last: FeedRow.Number
        let mayHaveMore: Bool
    }

    /// Of one moment of the store, so that nothing is forgotten unsaid between one look and the next.
    private func look(after asked: FeedRow.Number?, limit: Int, for follower: Follower) async throws -> Look {
        let (position, last, found) = try await door.store.read("feed") { snapshot in
            let standing = try snapshot.feedStanding()
            let position = FeedPosition(asked: asked, standing)
            return (position, standing.last, try snapshot.feed(after: position.after, limit: limit))
        }
        let (locale, now) = (locale(), WallClock.system.now)
        return Look(
            gap: position.gap,
            events: found?.rows.filter(follower.mayKnow).map { FeedEvent($0, in: locale, now: now) } ?? [],
            last: found?.last ?? last, mayHaveMore: found != nil)
    }

    // MARK: Asked again and again

    private func list(_ question: FeedQuestion, for follower: Follower) async throws -> HTTPResponse {
        let look = try await look(after: question.after, limit: question.limit, for: follower)
        var body = Array(#"{"events":["#.utf8)
        body += look.events.map(\.json).joined(separator: [UInt8(ascii: ",")])
        body += Array(#"],"next":\#(look.last.rawValue)"#.utf8)
        if let gap = look.gap { body += Array(#","gap":\#(gap.json)"#.utf8) }
        return .json(body + Array("}\n".utf8))
    }

    // MARK: Followed

    private func stream(_ question: FeedQuestion, to follower: Follower) -> HTTPResponse {
        guard places.enter(follower.number) else {
            return .tooMany(
                "There are \(Self.most) streams of this token already, or \(Self.mostOfAll) in all.",
                retryAfter: Self.pulse)
        }
        return .events { writer in
            defer { places.leave(follower.number) }
            try await firstToEnd(
                { try await follow(from: question.after, follower, writer) },
                { try await keepAlive(follower, writer) },
                { try await waitForRevocation(of: follower.number) })
        }
    }

    private func follow(from asked: FeedRow.Number?, _ follower: Follower, _ writer: EventWriter) async throws {
        // Before the first look: what is committed during it is looked for again.
        let changes = door.store.database.changes(to: ["feed"])
        try await writer.write(ServerSentEvent(retry: .seconds(2)))
        var last = try await tell(after: asked, follower, writer)
        for await _ in changes { last = try await tell(after: last, follower, writer) }
    }

    /// Returns when the token is taken back: whoever has it hears no more from that moment on, also where it has not taken what it was
    /// told before.
    private func waitForRevocation(of number: Int64) async throws {
        let changes = door.store.database.changes(to: ["desktop_token"])
        guard try await door.isStillValid(number) else { return }
        for await _ in changes where try await !door.isStillValid(number) { return }
    }

    /// - Returns: the number of the last that there was.
    private func tell(
        after asked: FeedRow.Number?, _ follower: Follower, _ writer: EventWriter
    ) async throws -> FeedRow.Number {
        var told = asked
        while true {
            let look = try await look(after: told, limit: Self.page, for: follower)
            if let gap = look.gap { try await writer.write(ServerSentEvent("\(gap.json)", name: "gap")) }
            for event in look.events {
                try await writer.write(
                    ServerSentEvent(String(decoding: event.json, as: UTF8.self), id: "\(event.number.rawValue)"))
                told = event.number
            }
            // What is for others, or gone, leaves no event, but a follower that comes back need not ask for it again.
            if told != look.last { try await writer.write(ServerSentEvent(id: "\(look.last.rawValue)")) }
            told = look.last
            guard look.mayHaveMore else { return look.last }
        }
    }

    private func keepAlive(_ follower: Follower, _ writer: EventWriter) async throws {
        for beat in 1... {
            try await Task.sleep(for: Self.pulse)
            try await writer.keepAlive()
            if beat % Int(Self.noting / Self.pulse) == 0 { note(follower.number) }
        }
    }
}

/// What somebody who follows asks for.
private struct FeedQuestion: Sendable {
    /// The last that it has; `nil`: from now on.
    let after: FeedRow.Number?
    let limit: Int
    /// Whether it wants one answer and no stream.
    let isForList: Bool

    /// `nil` for numbers that are none.
    init?(_ request: HTTPRequest) {
        // Who was cut off says how far it came, whatever the address said that it began with.
        let came = request.headers["last-event-id"].flatMap { $0.isEmpty ? nil : $0 }
        if let text = came ?? Self.text("after", of: request) {
            guard let number = Self.number(text) else { return nil }
            after = FeedRow.Number(rawValue: number)
        } else {
            after = nil
        }
        let number = Self.text("limit", of: request).map { Self.number($0) ?? 0 } ?? Int64(FeedDesk.page)
        guard 1...Int64(FeedDesk.page) ~= number else { return nil }
        limit = Int(number)
        let wished = (request.headers["accept"] ?? "").lowercased()
        isForList = wished.contains(text: "application/json") && !wished.contains(text: "text/event-stream")
    }

    /// What is asked for; empty, which is no number, where that cannot be read: it was not left out.
    private static func text(_ name: String, of request: HTTPRequest) -> String? {
        let isThere = request.query?.split(separator: "&").contains { $0.hasPrefix("\(name)=") } ?? false
        return request.queryValue(name) ?? (isThere ? "" : nil)
    }

    /// Of digits alone.
    private static func number(_ text: String) -> Int64? {
        guard 1...16 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int64(text)
    }
}
