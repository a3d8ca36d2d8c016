import JSON
import Values

/// A request of somebody who is signed in.
struct DemoCall {
    typealias Answered = (answer: DemoAnswer, announcements: [Announcement])

    let request: DemoRequest
    /// What follows `/api/v1`, in lower case.
    let route: [Substring]
    let person: SimulatedPerson
    let now: Timestamp

    var method: String { request.method }
    var isByParent: Bool { person.role == .parent }

    /// A part of the route; empty where it has none there.
    func part(_ place: Int) -> String { place < route.count ? String(route[place]) : "" }

    /// What the body says, names in any letter case; a body that is none is a failed validation with its place, as on the real server.
    func answer(_ body: (JSONNode) throws(JSONError) -> Answered) -> Answered {
        do throws(JSONError) {
            return try body(JSONNode(JSONValue(parsing: request.body), names: .ignoringCase))
        } catch {
            let field = error.path.description
            return (.invalid(field.isEmpty ? "$" : "$.\(field)", "The JSON value could not be converted."), [])
        }
    }
}
