package import Control
package import HTTPServer
import JSON
package import Relay
import Runtime
import Store
package import Values

/// Answers a browser: who it is, what it may see, and the view itself. Everything on it comes from `ControlAPI`, so from the local
/// store, as what a command shows does.
package struct PageHandler: Sendable {
    private let api: ControlAPI
    private let sessions: PageSessions
    private let passwords: PasswordDesk
    private let language: @Sendable () -> Language
    private let zone: @Sendable () -> TimeZone
    private let live: LiveDesk
    private let given = GivenOrders()
    private let photos: PagePhotos
    private let machines: @Sendable (_ request: HTTPRequest, _ isOverheard: Bool) async -> HTTPResponse?
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - servers: know the passwords of people.
    ///   - language: of those whose browser says nothing else.
    ///   - zone: in which the family reads times.
    ///   - changes: says each time that something of the store may be another than before.
    ///   - photos: makes them ready that come with an order.
    ///   - machines: answers what is asked by no browser; `nil` for an address of the page.
    ///   - now: the wall clock's.
    package init(
        api: ControlAPI, sessions: PageSessions, servers: PageServers = .none,
        language: @escaping @Sendable () -> Language, zone: @escaping @Sendable () -> TimeZone,
        changes: @escaping @Sendable () -> AsyncStream<Void>,
        photos: PagePhotos,
        machines: @escaping @Sendable (_ request: HTTPRequest, _ isOverheard: Bool) async -> HTTPResponse? = { _, _ in
            nil
        },
        now: @escaping @Sendable () -> Timestamp = { WallClock.system.now }
    ) {
        (self.api, self.sessions, self.language, self.zone) = (api, sessions, language, zone)
        (self.photos, self.machines, self.now) = (photos, machines, now)
        live = LiveDesk(changes: changes)
        passwords = PasswordDesk(servers: servers, store: sessions.store, sessions: sessions, wall: now)
    }

    /// Where a link that signs a browser in leads.
    static let linkPath = "/in/"

    /// All views and answers are made as if the page stood alone at its host; where it does not, that is put right here.
    func answer(_ request: HTTPRequest, by visitor: PageVisitor) async -> HTTPResponse {
        var request = request
        request.path = visitor.path(of: request.path)
        var response = await unguarded(request, visitor)
        for (name, value) in Self.guards where response.headers[name] == nil { response.headers[name] = value }
        if !visitor.prefix.isEmpty { Self.move(&response, below: visitor.prefix) }
        response.compress(for: request)
        return response
    }

    private static func move(_ response: inout HTTPResponse, below prefix: String) {
        if let place = response.headers["Location"] { response.headers["Location"] = prefix + place }
        if response.headers["Content-Type"]?.hasPrefix("text/html") == true, case .bytes(let page) = response.body {
            response.body = .bytes(HTML.moved(page, below: prefix))
        }
    }

    /// Nothing of a page comes from elsewhere, nothing of it is kept by others, and nobody puts it into a frame.
    private static let guards: KeyValuePairs<String, String> = [
        "Content-Security-Policy":
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
            + "manifest-src 'self'; worker-src 'self'; "
            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "X-Frame-Options": "DENY",
        "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
        "Cache-Control": "no-store",
    ]

    private func unguarded(_ request: HTTPRequest, _ visitor: PageVisitor) async -> HTTPResponse {
        if let file = PageFile.response(at: request.path, for: request) { return file }
        if let answer = await machines(request, visitor.isOverheard) { return answer }
        var reader = await reader(request)
        let words = reader.words
        guard ["GET", "HEAD", "POST"].contains(request.method) else {
            return .methodNotAllowed(allow: ["GET", "HEAD", "POST"])
        }
        // Passwords, and what is kept in their place, do not go where others listen.
        guard !visitor.isOverheard else {
            let view = MessageView(
                words: words, title: words.notDone, sentences: [words.overheard(visitor.publicOrigin)])
            return .page(view.html, .forbidden)
        }
        if request.method != "POST", request.path.hasPrefix(Self.linkPath) {
            return await open(request, visitor, words)
        }
        let desk = SignInDesk(passwords: passwords, command: api.commands.line("open"), words: words)
        if request.path == SignInView.path {
            return await signIn(request, visitor, desk)
        }
        do {
            let token = visitor.token(in: request) ?? ""
            guard let session = try await sessions.session(token, by: visitor.user) else {
                return await desk.invitation(request, visitor)
            }
            guard session.seesAll else {
                return await desk.invitation(request, visitor, refusal: words.notOfHouse)
            }
            reader.standing = session.standing
            return try await answer(request, visitor, session, token, reader)
        } catch {
            let view = MessageView(
                words: words, title: words.notDone, sentences: [ControlAnswer.Refusal(showing: error).message])
            return .page(view.html, .serviceUnavailable)
        }
    }

    private func signIn(_ request: HTTPRequest, _ visitor: PageVisitor, _ desk: SignInDesk) async -> HTTPResponse {
        let answer = await desk.answer(request, visitor)
        // Whoever was signed in with this browser before is no more.
        if answer.headers["Set-Cookie"] != nil, let former = visitor.token(in: request) {
            try? await sessions.close(former)
        }
        return answer
    }

    /// To somebody who is signed in.
    private func answer(
        _ request: HTTPRequest, _ visitor: PageVisitor, _ session: PageSession, _ token: String, _ reader: PageReader
    ) async throws(StoreError) -> HTTPResponse {
        let gate = PageGate(standing: session.standing, words: reader.words) { [api] in await api.answer($0) }
        let desk = ViewDesk(reader: reader, session: session, gate: gate, photos: photos)
        if request.method == "POST" { return try await order(request, visitor, token, desk) }
        if request.path == "/live" {
            // Of a stream that nobody reads no place is taken.
            guard request.method == "GET" else { return .methodNotAllowed(allow: ["GET"]) }
            return live.stream(to: SessionBook.digest(token)) { [sessions] in
                (try? await sessions.session(token, by: visitor.user)) != nil
            }
        }
        do {
            return try await desk.answer(request)
        } catch {
            return message(error, session, reader)
        }
    }

    private func open(_ request: HTTPRequest, _ visitor: PageVisitor, _ words: any PageWords) async -> HTTPResponse {
        let link = String(request.path.dropFirst(Self.linkPath.count))
        guard let token = await sessions.open(link: link, by: visitor) else {
            let view = MessageView(
                words: words, title: words.linkSpent, sentences: [words.signInHint(api.commands.line("open"))],
                way: SignInView.path)
            return .page(view.html, .forbidden)
        }
        // Not a redirection: a browser that comes from a file or another site would not show the fresh cookie at its end.
        var response = HTTPResponse.page(LeadingView(words: words).html)
        response.headers["Set-Cookie"] = visitor.cookie(token)
        return response
    }

    private func reader(_ request: HTTPRequest) async -> PageReader {
        let installed = await api.installed()
        var reader = PageReader(
            language: Language(wished: request.headers["accept-language"], family: language()),
            currency: installed.currency, zone: zone(), now: now())
        reader.listsAccounts = installed.listsAccounts
        return reader
    }

    // MARK: Orders

    private func order(
        _ request: HTTPRequest, _ visitor: PageVisitor, _ token: String, _ desk: ViewDesk
    ) async throws(StoreError) -> HTTPResponse {
        let (session, words, form) = (desk.session, desk.reader.words, PageOrders.Form(request))
        guard request.path == "/orders", !visitor.isForeign(request), session.accepts(form["form"]) else {
            let view = MessageView(
                words: words, session: session, title: words.notDone, sentences: [words.formTooOld], way: "/")
            return .page(view.html, .forbidden)
        }
        if form["order"] == PageForm.signOut {
            try await sessions.close(token)
            var response = HTTPResponse.way("/")
            // What it has put aside of photos is another browser's then.
            response.headers["Set-Cookie"] = visitor.cookie(nil)
            return response
        }
        if let filled = FilledOrder(form["order"]) { return await take(form, as: filled, desk) }
        guard session.standing.isOfFamily, let (order, place) = PageOrders.request(of: form) else {
            let view = MessageView(
                words: words, session: session, title: words.notDone, sentences: [words.nothingHere], way: "/")
            return .page(view.html, .badRequest)
        }
        guard given.begin(form) else { return .way(place.rawValue) }
        let answer = await api.answer(order)
        var isDone = false
        if case .value(let value) = answer { isDone = value.list("refused").isEmpty && value["delivered"] != false }
        if !isDone { given.takeBack(form) }
        let sentences = PageOrders.sentences(answer, of: form["order"], words)
        guard !sentences.isEmpty else { return .way(place.rawValue) }
        let view = MessageView(
            words: words, session: session, title: isDone ? words.done : words.notDone, sentences: sentences,
            way: place.rawValue)
        return .page(view.html, isDone ? .ok : .conflict)
    }

    /// What was refused comes back with all that was typed.
    private func take(_ form: PageOrders.Form, as order: FilledOrder, _ desk: ViewDesk) async -> HTTPResponse {
        do {
            switch try await desk.orders.take(form, as: order, wasOther: given.wasOther(form)) {
            case .done(let way):
                given.note(form)
                return .way(way)
            case .again(let html): return .page(html, .conflict)
            }
        } catch {
            return message(error, desk.session, desk.reader)
        }
    }

    private func message(_ error: any Error, _ session: PageSession, _ reader: PageReader) -> HTTPResponse {
        let refusal = ControlAnswer.Refusal(showing: error)
        // What is typed next is for those who may type it.
        let hint = session.standing.isOfFamily ? refusal.hint : nil
        let sentences = [refusal.message] + (hint.map { [$0] } ?? [])
        let view = MessageView(
            words: reader.words, session: session,
            title: refusal.kind == .unknown ? reader.words.nothingHere : reader.words.notDone,
            sentences: sentences.filter { $0 != reader.words.nothingHere }, way: "/")
        return .page(view.html, refusal.kind.status)
    }
}

extension ControlAnswer.Refusal {
    /// Why something could not be shown.
    fileprivate init(showing error: any Error) {
        self = error as? ControlAnswer.Refusal ?? ControlAnswer.Refusal(.unavailable, "\(error)")
    }
}
