import HTTPClient
import JSON
import Values

/// Where and how a server takes one kind of order.
struct OrderRoute: Sendable {
    /// What the request carries.
    enum Body: Sendable {
        case nothing
        /// What the order says.
        case said
        /// The same, and of what it leaves out what the record says: these servers clear what is missing.
        case whole
        /// What the order says, as a form with texts and the photo.
        case form
    }

    let method: HTTPMethod
    /// Behind `/api/v1`; `{child}` and `{record}` stand for ids.
    let path: String
    let body: Body
    /// The member that names the child, where the path does not.
    var child: String?
    /// Names of this route that differ from the fields' own.
    var names: [String: String] = [:]
    /// What it carries besides.
    var constants: [JSONObject.Member] = []

    static func post(_ path: String, _ body: Body = .said, child: String? = nil) -> OrderRoute {
        OrderRoute(method: .post, path: path, body: body, child: child)
    }

    static func put(_ path: String, _ body: Body = .said, names: [String: String] = [:]) -> OrderRoute {
        OrderRoute(method: .put, path: path, body: body, names: names)
    }

    static func delete(_ path: String) -> OrderRoute { OrderRoute(method: .delete, path: path, body: .nothing) }

    /// - Parameter key: of the order, the same at each repetition.
    /// - Throws: kind `invalidRequest` for an order whose photo is gone: it is not sent without.
    func call(_ order: OrderRequest, key: String) throws(AllowanceError) -> Call {
        let filled = path.replacing(text: "{child}", with: order.child ?? "").replacing(
            text: "{record}", with: order.record ?? "")
        var call = Call.order(method, filled, name: path, body: bytes(order), key: key)
        if case .form = body { call.send(try form(order, key: key), progress: order.progress) }
        return call
    }

    private func form(_ order: OrderRequest, key: String) throws(AllowanceError) -> MultipartForm {
        let said = try? JSONValue(parsing: order.payload)
        var form = MultipartForm(key: key)
        if case .string(let notes)? = said?["notes"] { form.add("notes", notes) }
        if case .string? = said?["photo"] {
            guard let photo = order.photo else {
                throw .invalidRequest("The photo is gone from this machine's disk: give the order again.")
            }
            form.add("photo", file: "photo.jpg", type: "image/jpeg", photo)
        }
        return form
    }

    func bytes(_ order: OrderRequest) -> [UInt8]? {
        if case .nothing = body { return nil }
        let said = try? JSONValue(parsing: order.payload)
        let current = order.current.flatMap { try? JSONValue(parsing: $0) }
        return JSONWriter.object { object in
            if let child { object.set(child, order.child ?? "") }
            for constant in constants { object.set(constant.name, constant.value) }
            for field in order.form.fields {
                let rest = if case .whole = body { current?[field.name] } else { JSONValue?.none }
                guard let value = said?[field.name] ?? rest else { continue }
                field.write(value, as: names[field.name] ?? field.wire, to: &object)
            }
        }
    }
}

/// One order as a server is to be asked.
package struct OrderRequest: Sendable {
    package let form: OrderForm
    /// Whose record it is, and which; `nil` where there is none.
    package let child: String?, record: String?
    /// What ``OrderForm/payload(_:changing:)`` has made.
    package let payload: String
    /// What the record said when it was looked at last.
    package let current: String?
    /// The bytes of its photo.
    package var photo: [UInt8]?
    /// Hears how many bytes of a request with a photo are sent, of how many; called often, on a thread that must not wait.
    package var progress: (@Sendable (_ sent: Int, _ total: Int) -> Void)?

    package init(_ form: OrderForm, child: String?, record: String?, payload: String, current: String? = nil) {
        (self.form, self.child, self.record) = (form, child, record)
        (self.payload, self.current) = (payload, current)
    }
}

extension OrderRequest {
    /// What lists show in the place of the record that it makes: as if a server had answered with what it is asked; `nil` for other
    /// orders.
    package var preview: String? {
        guard form.effect == .makes, let body = form.routes.first?.bytes(self),
            let asked = try? JSONValue(parsing: body)
        else { return nil }
        let answered = form.preview?(self) ?? OrderForm.members(asked)
        let members = [JSONObject.Member("id", "pending")] + answered
        let node = JSONNode(family: .object(JSONObject(members)))
        return (try? form.list.page(.init(family: .array([node.value])), of: child))?.facts.first?.content
    }
}
