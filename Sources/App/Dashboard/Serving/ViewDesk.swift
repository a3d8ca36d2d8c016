import Control
import HTTPServer
import JSON
import Store
import Values

/// Makes the view that an address asks for, of what whoever is signed in may see.
struct ViewDesk: Sendable {
    let reader: PageReader
    let session: PageSession
    let gate: PageGate
    let photos: PagePhotos

    private var nothing: ControlAnswer.Refusal { ControlAnswer.Refusal(.unknown, reader.words.nothingHere) }

    var orders: OrderDesk {
        OrderDesk(reader: reader, session: session, ask: gate.ask, give: gate.give, photos: photos)
    }

    func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path = request.path
        if let place = PageFrame.Place(rawValue: path) {
            guard session.standing.places.contains(place) else { throw nothing }
            return .page(try await view(of: place, request))
        }
        if let file = try await TransactionsDesk(reader: reader, ask: gate.ask).export(request) { return file }
        if let form = try await orders.form(request) { return .page(form) }
        if let photo = try await photo(path) { return photo }
        let places = [PageFrame.Place.transactions, .alerts]
        guard let place = places.first(where: { path.hasPrefix("\($0.rawValue)/") }) else { throw nothing }
        let matter = try await ask(["explain"], ["id": String(path.dropFirst(place.rawValue.utf8.count + 1))])
        // Each is looked for where it lies: a transaction's id is no delivery's number.
        guard matter["transaction"] != .null || place == .alerts else { throw nothing }
        return .page(StoryView(reader: reader, session: session, matter: matter, place: place).html)
    }

    private func view(of place: PageFrame.Place, _ request: HTTPRequest) async throws -> HTML {
        switch place {
        case .overview: return try await overview()
        case .transactions: return try await TransactionsDesk(reader: reader, ask: gate.ask).view(request, session)
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
        case .statistics: return try await statistics(request)
        case .entries:
            return EntriesView(
                reader: reader, session: session, entries: try await ask(["intents"]),
                conflicts: session.standing.isOfFamily ? try await ask(["conflicts"]) : []
            ).html
        case .alerts: return try await alerts(request)
        case .health:
            return HealthView(
                reader: reader, session: session, status: try await ask(["status"]),
                children: try await ask(["children"]), browsers: try await ask(["browsers"]),
                tokens: try await ask(["tokens"]), copies: try await ask(["copies"])
            ).html
        }
    }

    private func overview() async throws -> HTML {
        // How the program does concerns who can do something about it. Not by "? :": a JSONValue may be nil, too, as null.
        var status: JSONValue?
        if session.standing.isOfFamily { status = try await ask(["status"]) }
        return OverviewView(
            reader: reader, session: session, children: try await ask(["children"]),
            movements: try await ask(["transactions"]), completions: try await ask(["records", "completion"]),
            goals: try await ask(["records", "goal"]), settings: try await ask(["records", "settings"]),
            days: try await ask(["reports", "balance"]), entries: try await ask(["intents"]),
            status: status
        ).html
    }

    private func alerts(_ request: HTTPRequest) async throws -> HTML {
        let state = request.queryValue("state") ?? ""
        var query = ["limit": "100"]
        if !state.isEmpty { query["state"] = state }
        let deliveries = try await ask(["deliveries"], query)
        let notices = try await ask(["records", RecordRow.Kind.notification.rawValue]).list("records")
        return AlertsView(
            reader: reader, session: session, deliveries: deliveries, state: state, notices: notices
        ).html
    }

    private func statistics(_ request: HTTPRequest) async throws -> HTML {
        let (today, text) = (reader.now.daysSince1970, request.queryValue("month"))
        guard let period = StatisticsPeriod(text, today: today) else { throw nothing }
        let source = StatisticsSource(
            period: period, child: request.queryValue("child").flatMap { $0.isEmpty ? nil : $0 }, ask: gate.ask)
        return try await source.view(reader, session).html
    }

    /// The photo of a chore that was done; `nil` where the path is none's.
    private func photo(_ path: String) async throws -> HTTPResponse? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, path.hasPrefix("\(PageFrame.Place.chores.rawValue)/"), parts[3] == "photo" else {
            return nil
        }
        let bytes = try await gate.photo(of: String(parts[2]))
        guard let type = PictureType(bytes) else { return nil }
        var response = HTTPResponse(.ok, headers: ["Content-Type": type.rawValue], body: .bytes(bytes))
        // What a child has taken is looked at again and again, and never becomes another; for whoever signs in after, it is not there.
        response.headers["Cache-Control"] = "private, max-age=86400"
        response.headers["Vary"] = "Cookie"
        return response
    }

    private func ask(_ path: [String], _ query: [String: String] = [:]) async throws -> JSONValue {
        try await gate.ask(path, query)
    }
}

extension HTTPResponse {
    static func page(_ html: HTML, _ status: HTTPStatus = .ok) -> HTTPResponse {
        .text(html.source, status: status, type: "text/html; charset=utf-8")
    }

    /// To another address of the page, asked for by GET.
    static func way(_ place: String) -> HTTPResponse {
        HTTPResponse(HTTPStatus(rawValue: 303), headers: ["Location": place])
    }
}
