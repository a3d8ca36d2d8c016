import Control
import HTTPServer
import JSON
import Relay
import Store
import Values

/// Shows the forms of orders, and takes what was filled in: the order that a command would give.
struct OrderDesk: Sendable {
    let reader: PageReader
    let session: PageSession
    /// Asks the program, for whoever is signed in.
    let ask: @Sendable (_ path: [String], _ query: [String: String]) async throws -> JSONValue
    let give: @Sendable (ControlRequest) async -> ControlAnswer
    let photos: PagePhotos

    /// What became of a form: where it goes on, or the form again with the reason.
    enum Outcome {
        case done(way: String)
        case again(HTML)
    }

    /// - Returns: `nil` where the path is no form's.
    func form(_ request: HTTPRequest) async throws -> HTML? {
        guard request.path.hasPrefix(FilledOrder.path) else { return nil }
        guard let order = FilledOrder(String(request.path.dropFirst(FilledOrder.path.count))),
            session.standing.mayOrder(order)
        else { throw nothing }
        func value(_ name: String) -> String { request.queryValue(name) ?? "" }
        let subject = OrderFormView.Subject(child: value("child"), record: value("record"), entry: value("entry"))
        var view = try await view(order, subject)
        view.values = view.former
        if order == .transaction, subject.entry.isEmpty { view.values["direction"] = "out" }
        return view.html
    }

    /// - Parameter wasOther: whether the form ordered something else before, which stands.
    func take(_ form: PageOrders.Form, as order: FilledOrder, wasOther: Bool) async throws -> Outcome {
        guard session.standing.mayOrder(order) else { throw nothing }
        guard form["intent"].utf8.count == 32 else { throw ControlAnswer.Refusal(.malformed, reader.words.formTooOld) }
        let subject = OrderFormView.Subject(child: form["child"], record: form["record"], entry: form["entry"])
        let unread = order.fields.first { $0.shape == .amount && !reader.isAmount(typed: form[$0.name]) }
        let answer =
            if wasOther {
                ControlAnswer.refused(.init(.conflict, reader.words.sentBefore))
            } else if let unread {
                ControlAnswer.refused(.init(.malformed, reader.orders.noAmount(form[unread.name])))
            } else {
                await carryOut(form, order, subject)
            }
        guard case .refused(let refusal) = answer else { return .done(way: Self.way(order, subject)) }
        // What it was about may be gone since.
        guard var view = try? await view(order, subject) else { throw refusal }
        // Sent once more it is another order.
        if !wasOther { view.id = form["intent"] }
        for field in order.fields {
            view.values[field.name] = form[field.name]
            view.former[field.name] = form["was-\(field.name)"]
        }
        view.values["child"] = form["child"]
        view.accounts = refusal.accounts
        view.refusal =
            refusal.accounts.isEmpty
            ? [refusal.message] + (session.standing.isOfFamily ? refusal.hint.map { [$0] } ?? [] : [])
            : [reader.words.severalParents]
        return .again(view.html)
    }

    // MARK: The order

    private func carryOut(
        _ form: PageOrders.Form, _ order: FilledOrder, _ subject: OrderFormView.Subject
    ) async -> ControlAnswer {
        var photo: [UInt8]?
        if let field = order.fields.first(where: { $0.shape == .photo }), let file = form.file(field.name) {
            do throws(ControlAnswer.Refusal) {
                guard let ready = try await photos.prepared(file) else {
                    return .refused(ControlAnswer.Refusal(.unavailable, reader.orders.photosWait))
                }
                photo = ready
            } catch {
                return .refused(error)
            }
        }
        return await give(request(form, order, subject, photo))
    }

    private func request(
        _ form: PageOrders.Form, _ order: FilledOrder, _ subject: OrderFormView.Subject, _ photo: [UInt8]?
    ) -> ControlRequest {
        let fields = typed(form, order, isChange: order.changes || !subject.entry.isEmpty)
        let account = form["account"].isEmpty ? nil : form["account"]
        guard case .deed(let deed) = order, subject.entry.isEmpty else {
            var draft = EntryDraft(id: subject.entry.isEmpty ? form["intent"] : subject.entry)
            draft.account = account
            draft.child = subject.child.isEmpty ? nil : subject.child
            if order == .transaction {
                draft.amount = fields["amount"].map { (form["direction"] == "in" ? "+" : "-") + $0 }
                (draft.description, draft.category) = (fields["description"], fields["category"])
                draft.notes = fields["notes"]
            } else {
                draft.fields = fields
            }
            return ControlRequest(
                .post, subject.entry.isEmpty ? ["intents"] : ["intents", "edit"], body: draft.json)
        }
        var draft = OrderDraft(id: form["intent"], deed)
        draft.child = subject.child.isEmpty ? nil : subject.child
        draft.record = subject.record.isEmpty ? nil : subject.record
        (draft.fields, draft.account, draft.photo) = (fields, account, photo)
        return ControlRequest(.post, ["orders"], body: draft.json)
    }

    /// What was typed, as servers have it; of a change only what is another than it was.
    private func typed(_ form: PageOrders.Form, _ order: FilledOrder, isChange: Bool) -> [String: String] {
        var fields: [String: String] = [:]
        // The sign is part of the amount: who turns it changes that.
        let isTurned = isChange && form["direction"] != form["was-direction"]
        for field in order.fields where field.name != "direction" && field.shape != .photo {
            let text = form[field.name]
            // "As it is", also where the list lacks what the server has.
            if order.changes, text.isEmpty, case .choice = field.shape { continue }
            if isChange, text == form["was-\(field.name)"], !(isTurned && field.name == "amount") { continue }
            if !isChange, text.isEmpty { continue }
            fields[field.name] = field.shape == .amount ? reader.exact(typed: text) : text
        }
        return fields
    }

    // MARK: The form

    private var nothing: ControlAnswer.Refusal { ControlAnswer.Refusal(.unknown, reader.words.nothingHere) }

    /// The form with what there is of its subject, which ``OrderFormView/former`` has.
    private func view(_ order: FilledOrder, _ subject: OrderFormView.Subject) async throws -> OrderFormView {
        var (subject, former) = (subject, [String: String]())
        if !subject.entry.isEmpty {
            let entry = try await ask(["intents", subject.entry], [:])
            guard entry.text("order") == order.word else { throw nothing }
            subject.title = entry.text("description")
            former = shown(order, in: order == .transaction ? entry : entry["fields"] ?? .null)
        } else if let kind = order.record {
            let record = try await record(kind, order) { $0.text("id") == subject.record }
            subject.title = [record.text("name"), record.text("title")].first { !$0.isEmpty } ?? ""
            former = order.changes ? shown(order, in: record) : [:]
        } else if order.changes {
            let settings = try await record(.settings, order) { $0["child"]?.text("id") == subject.child }
            former = shown(order, in: settings)
        }
        let children = order.isOfChild ? try await ask(["children"], [:]).elements.filter { $0["gone"] != true } : []
        if !subject.child.isEmpty {
            guard let child = children.first(where: { $0.text("id") == subject.child }) else { throw nothing }
            subject.title = child.text("firstName")
        }
        var view = OrderFormView(
            reader: reader, session: session, order: order, subject: subject, former: former, children: children,
            way: Self.way(order, subject))
        if order == .transaction {
            let known = try await ask(["records", RecordRow.Kind.category.rawValue], [:]).list("records")
            view.categories = Array(Set(known.map { $0.text("category") })).filter { !$0.isEmpty }.sorted()
        }
        return view
    }

    private func record(
        _ kind: RecordRow.Kind, _ order: FilledOrder, where isIt: (JSONValue) -> Bool
    ) async throws -> JSONValue {
        guard let record = try await ask(["records", kind.rawValue], [:]).list("records").first(where: isIt) else {
            throw nothing
        }
        return record
    }

    /// As the fields show it.
    private func shown(_ order: FilledOrder, in record: JSONValue) -> [String: String] {
        var values: [String: String] = [:]
        for field in order.fields {
            switch (field.shape, record[field.name]) {
            case (.amount, .string(let text)?):
                values[field.name] = reader.typed(exact: text)
                if order == .transaction { values["direction"] = text.hasPrefix("-") ? "out" : "in" }
            case (.day, .string(let text)?): values[field.name] = String(text.prefix(10))
            case (_, .string(let text)?): values[field.name] = text
            case (_, .number(let number)?): values[field.name] = number.text
            case (_, .bool(let flag)?): values[field.name] = flag ? "yes" : "no"
            default: continue
            }
        }
        return values
    }

    /// Where lists show what was ordered.
    private static func way(_ order: FilledOrder, _ subject: OrderFormView.Subject) -> String {
        guard subject.entry.isEmpty else { return PageFrame.Place.entries.rawValue }
        guard case .deed(let deed) = order else { return PageFrame.Place.overview.rawValue }
        return switch deed.kind {
        case .wish, .goal: PageFrame.Place.plans.rawValue
        case .chore, .completion: PageFrame.Place.chores.rawValue
        default: PageFrame.Place.overview.rawValue
        }
    }
}

extension PageReader {
    /// What separates the fraction where this reader writes amounts.
    private var point: Character { language == .english ? "." : "," }

    /// An exact amount as its reader would type it: without sign, currency or marks between thousands.
    func typed(exact text: String) -> String {
        let magnitude = text.drop { $0 == "-" || $0 == "+" }
        return String(magnitude.map { $0 == "." ? point : $0 })
    }

    /// Whether what a person has typed is an amount, or nothing.
    func isAmount(typed text: String) -> Bool {
        let exact = exact(typed: text)
        return exact.isEmpty || exact.first != "-" && exact.first != "+" && Decimal(exact) != nil
    }

    /// What a person has typed as an amount, in the spelling of servers: one of its marks is the point, others stand between thousands. What cannot
    /// be read stays as it is, for a refusal that shows it.
    func exact(typed text: String) -> String {
        let digits = text.filter { !$0.isWhitespace && $0 != "\u{202F}" && $0 != "'" }
        guard let mark = digits.lastIndex(where: { $0 == "." || $0 == "," }) else { return digits }
        let (whole, behind) = (digits[..<mark], digits[digits.index(after: mark)...])
        let plain = whole.filter { $0 != "." && $0 != "," }
        if behind.count == 3, digits[mark] != point { return plain + behind }
        return whole.contains(digits[mark]) ? digits : "\(plain).\(behind)"
    }
}
