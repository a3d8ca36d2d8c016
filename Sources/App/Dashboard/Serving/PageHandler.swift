package import Control
import HTTPServer
import JSON
package import Relay
import Runtime
package import Values

/// Answers a browser: who it is, what it may see, and the view itself. Everything on it comes from `ControlAPI`, so from the local
/// store, as what a command shows does.
package struct PageHandler: Sendable {
    private let api: ControlAPI
    private let sessions: PageSessions
    private let language: @Sendable () -> Language
    private let zone: @Sendable () -> TimeZone
    private let changes: @Sendable () -> AsyncStream<Void>
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - language: of those whose browser says nothing else.
    ///   - zone: in which the family reads times.
    ///   - changes: says each time that something of the store may be another than before.
    ///   - now: the wall clock's.
    package init(
        api: ControlAPI, sessions: PageSessions, language: @escaping @Sendable () -> Language,
        zone: @escaping @Sendable () -> TimeZone, changes: @escaping @Sendable () -> AsyncStream<Void>,
        now: @escaping @Sendable () -> Timestamp = { WallClock.system.now }
    ) {
        (self.api, self.sessions, self.language, self.zone) = (api, sessions, language, zone)
        (self.changes, self.now) = (changes, now)
    }

    /// Where a link that signs a browser in leads.
    static let linkPath = "/in/"

    /// All views and answers are made as if the page stood alone at its host; where it does not, that is put right here.
    func answer(_ request: HTTPRequest, by visitor: PageVisitor) async -> HTTPResponse {
        var request = request
        request.path = visitor.path(of: request.path)
        var response = await unguarded(request, visitor)
        for (name, value) in Self.guards where response.headers[name] == nil { response.headers[name] = value }
        guard !visitor.prefix.isEmpty else { return response }
        if let place = response.headers["Location"] { response.headers["Location"] = visitor.prefix + place }
        if response.headers["Content-Type"]?.hasPrefix("text/html") == true, case .bytes(let page) = response.body {
            response.body = .bytes(HTML.moved(page, below: visitor.prefix))
        }
        return response
    }

    /// Nothing of a page comes from elsewhere, nothing of it is kept by others, and nobody puts it into a frame.
    private static let guards: KeyValuePairs<String, String> = [
        "Content-Security-Policy":
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "X-Frame-Options": "DENY",
        "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
        "Cache-Control": "no-store",
    ]

    private func unguarded(_ request: HTTPRequest, _ visitor: PageVisitor) async -> HTTPResponse {
        if let file = PageFile.at(request.path) { return file.response }
        let reader = await reader(request)
        guard ["GET", "HEAD", "POST"].contains(request.method) else {
            return .methodNotAllowed(allow: ["GET", "HEAD", "POST"])
        }
        if request.method != "POST", request.path.hasPrefix(Self.linkPath) { return signIn(request, visitor, reader) }
        guard let token = visitor.token(in: request), let session = sessions.session(token, by: visitor.user) else {
            let view = MessageView(
                words: reader.words, title: reader.words.signedOut,
                sentences: [reader.words.signInHint(api.commands.line("open"))])
            return Self.html(view.html, .unauthorized)
        }
        if request.method == "POST" { return await order(request, visitor, session, token, reader) }
        if request.path == "/live" { return live() }
        do {
            return try await view(request, session, reader)
        } catch {
            return message(error, session, reader)
        }
    }

    private func signIn(_ request: HTTPRequest, _ visitor: PageVisitor, _ reader: PageReader) -> HTTPResponse {
        guard let token = sessions.open(link: String(request.path.dropFirst(Self.linkPath.count)), by: visitor.user)
        else {
            let view = MessageView(
                words: reader.words, title: reader.words.signedOut,
                sentences: [reader.words.signInHint(api.commands.line("open"))])
            return Self.html(view.html, .forbidden)
        }
        // Not a redirection: a browser that comes from a file or another site would not show the fresh cookie at its end.
        var response = Self.html(SignedInView(words: reader.words).html)
        response.headers["Set-Cookie"] = visitor.cookie(token)
        return response
    }

    private func reader(_ request: HTTPRequest) async -> PageReader {
        PageReader(
            language: Language(wished: request.headers["accept-language"], family: language()),
            currency: await api.installed().currency, zone: zone(), now: now())
    }

    // MARK: Orders

    private func order(
        _ request: HTTPRequest, _ visitor: PageVisitor, _ session: PageSession, _ token: String, _ reader: PageReader
    ) async -> HTTPResponse {
        let (words, form) = (reader.words, PageOrders.Form(request.body))
        guard request.path == "/orders", !visitor.isForeign(request), session.accepts(form["form"]) else {
            let view = MessageView(
                words: words, session: session, title: words.notDone, sentences: [words.formTooOld], way: "/")
            return Self.html(view.html, .forbidden)
        }
        if form["order"] == "sign-out" {
            sessions.close(token)
            return Self.redirect(to: "/")
        }
        if let filled = FilledOrder(form["order"]) { return await take(form, as: filled, session, reader) }
        guard let (order, place) = PageOrders.request(of: form) else {
            let view = MessageView(
                words: words, session: session, title: words.notDone, sentences: [words.nothingHere], way: "/")
            return Self.html(view.html, .badRequest)
        }
        let answer = await api.answer(order)
        let sentences = PageOrders.sentences(answer, of: form["order"], words)
        guard !sentences.isEmpty else { return Self.redirect(to: place.rawValue) }
        var isDone = false
        if case .value(let value) = answer { isDone = value.list("refused").isEmpty && value["delivered"] != false }
        let view = MessageView(
            words: words, session: session, title: isDone ? words.done : words.notDone, sentences: sentences,
            way: place.rawValue)
        return Self.html(view.html, isDone ? .ok : .conflict)
    }

    /// What was refused comes back with all that was typed.
    private func take(
        _ form: PageOrders.Form, as order: FilledOrder, _ session: PageSession, _ reader: PageReader
    ) async -> HTTPResponse {
        do {
            return switch try await orderDesk(session, reader).take(form, as: order) {
            case .done(let way): Self.redirect(to: way)
            case .again(let html): Self.html(html, .conflict)
            }
        } catch {
            return message(error, session, reader)
        }
    }

    private func orderDesk(_ session: PageSession, _ reader: PageReader) -> OrderDesk {
        OrderDesk(reader: reader, session: session, ask: ask) { [api] in await api.answer($0) }
    }

    // MARK: Views

    private func view(
        _ request: HTTPRequest, _ session: PageSession, _ reader: PageReader
    ) async throws -> HTTPResponse {
        let path = request.path
        if let place = PageFrame.Place(rawValue: path) {
            return Self.html(try await view(of: place, request, session, reader))
        }
        if let file = try await TransactionsDesk(reader: reader, ask: ask).export(request) { return file }
        if let form = try await orderDesk(session, reader).form(request) { return Self.html(form) }
        if let photo = try await photo(path) { return photo }
        let places = [PageFrame.Place.transactions, .alerts]
        guard let place = places.first(where: { path.hasPrefix("\($0.rawValue)/") }) else {
            throw ControlAnswer.Refusal(.unknown, reader.words.nothingHere)
        }
        let matter = try await ask(["explain"], ["id": String(path.dropFirst(place.rawValue.utf8.count + 1))])
        // Each is looked for where it lies: a transaction's id is no delivery's number.
        guard matter["transaction"] != .null || place == .alerts else {
            throw ControlAnswer.Refusal(.unknown, reader.words.nothingHere)
        }
        return Self.html(StoryView(reader: reader, session: session, matter: matter, place: place).html)
    }

    private func view(
        of place: PageFrame.Place, _ request: HTTPRequest, _ session: PageSession, _ reader: PageReader
    ) async throws -> HTML {
        switch place {
        case .overview: return try await overview(session, reader)
        case .transactions: return try await TransactionsDesk(reader: reader, ask: ask).view(request, session)
        case .chores:
            return ChoresView(
                reader: reader, session: session, chores: try await ask(["records", "chore"]),
                completions: try await ask(["records", "completion"])
            ).html
        case .plans:
            return PlansView(
                reader: reader, session: session, children: try await ask(["children"]),
                goals: try await ask(["records", "goal"]), wishes: try await ask(["records", "wish"])
            ).html
        case .statistics: return try await statistics(request, session, reader)
        case .entries:
            return EntriesView(
                reader: reader, session: session, entries: try await ask(["intents"]),
                conflicts: try await ask(["conflicts"])
            ).html
        case .alerts: return try await alerts(request, session, reader)
        case .health:
            return HealthView(
                reader: reader, session: session, status: try await ask(["status"]),
                children: try await ask(["children"])
            ).html
        }
    }

    private func alerts(
        _ request: HTTPRequest, _ session: PageSession, _ reader: PageReader
    ) async throws -> HTML {
        let state = request.queryValue("state") ?? ""
        var query = ["limit": "100"]
        if !state.isEmpty { query["state"] = state }
        let deliveries = try await ask(["deliveries"], query)
        return AlertsView(reader: reader, session: session, deliveries: deliveries, state: state).html
    }

    private func overview(_ session: PageSession, _ reader: PageReader) async throws -> HTML {
        OverviewView(
            reader: reader, session: session, children: try await ask(["children"]),
            movements: try await ask(["transactions"]), completions: try await ask(["records", "completion"]),
            goals: try await ask(["records", "goal"]), settings: try await ask(["records", "settings"]),
            days: try await ask(["reports", "balance"]),
            entries: try await ask(["intents"]), status: try await ask(["status"])
        ).html
    }

    private func ask(_ path: [String]) async throws -> JSONValue { try await ask(path, [:]) }

    private func statistics(
        _ request: HTTPRequest, _ session: PageSession, _ reader: PageReader
    ) async throws -> HTML {
        let (today, text) = (reader.now.daysSince1970, request.queryValue("month"))
        guard let period = StatisticsPeriod(text, today: today) else {
            throw ControlAnswer.Refusal(.unknown, reader.words.nothingHere)
        }
        let source = StatisticsSource(
            period: period, child: request.queryValue("child").flatMap { $0.isEmpty ? nil : $0 }, ask: ask)
        return try await source.view(reader, session).html
    }

    @Sendable private func ask(_ path: [String], _ query: [String: String]) async throws -> JSONValue {
        switch await api.answer(ControlRequest(.get, path, query: query)) {
        case .value(let value): return value
        case .refused(let refusal): throw refusal
        case .text, .picture: return .null
        }
    }

    /// The photo of a chore that was done; `nil` where the path is none's.
    private func photo(_ path: String) async throws -> HTTPResponse? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, path.hasPrefix("\(PageFrame.Place.chores.rawValue)/"), parts[3] == "photo" else {
            return nil
        }
        let answer = await api.answer(ControlRequest(.get, ["photos", String(parts[2])]))
        if case .refused(let refusal) = answer { throw refusal }
        guard case .picture(let bytes) = answer, let type = PictureType(bytes) else { return nil }
        var response = HTTPResponse(.ok, headers: ["Content-Type": type.rawValue], body: .bytes(bytes))
        // What a child has taken is looked at again and again, and never becomes another.
        response.headers["Cache-Control"] = "private, max-age=86400"
        return response
    }

    private func message(_ error: any Error, _ session: PageSession, _ reader: PageReader) -> HTTPResponse {
        let refusal = error as? ControlAnswer.Refusal ?? ControlAnswer.Refusal(.unavailable, "\(error)")
        let sentences = [refusal.message] + (refusal.hint.map { [$0] } ?? [])
        let view = MessageView(
            words: reader.words, session: session,
            title: refusal.kind == .unknown ? reader.words.nothingHere : reader.words.notDone,
            sentences: sentences.filter { $0 != reader.words.nothingHere }, way: "/")
        return Self.html(view.html, refusal.kind.status)
    }

    // MARK: Live

    /// How long changes are gathered after one was told: what follows is on the page within 100 ms all the same, and a burst does not make
    /// two hundred pages ask anew for each of its rows.
    private static let spacing = Duration.milliseconds(80)

    /// Says that something has changed, the first time at once. A browser that was cut off asks anew by itself.
    private func live() -> HTTPResponse {
        .events { [changes] writer in
            try await writer.write(ServerSentEvent("", name: "open", retry: .seconds(2)))
            for await _ in changes() {
                try await writer.write(ServerSentEvent("", name: "change"))
                try await Task.sleep(for: Self.spacing)
            }
        }
    }

    // MARK: Answers

    private static func html(_ html: HTML, _ status: HTTPStatus = .ok) -> HTTPResponse {
        .text(html.source, status: status, type: "text/html; charset=utf-8")
    }

    private static func redirect(to place: String) -> HTTPResponse {
        HTTPResponse(HTTPStatus(rawValue: 303), headers: ["Location": place])
    }
}
