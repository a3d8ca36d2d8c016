import Control
import JSON
import Values

extension PageOrders {
    /// Who is watched, and who gets in: at the family server, at desktops, at the page.
    static func access(_ form: Form) -> (request: ControlRequest, way: PageFrame.Place)? {
        func numbered(_ path: String, _ deed: String) -> (request: ControlRequest, way: PageFrame.Place)? {
            guard let number = Int64(form["number"]) else { return nil }
            return (ControlRequest(.post, [path, "\(number)", deed]), .health)
        }
        switch form["order"] {
        case "sign-out-browser": return numbered("browsers", "sign-out")
        case "revoke-token": return numbered("tokens", "revoke")
        case "create-token":
            guard let purpose = TokenPurpose(field: form["for"]) else { return nil }
            let approves = JSONValue.bool(form["approves"] == "yes")
            let body: JSONValue =
                switch purpose {
                case .desktop(let target): ["desktop": .string(target), "approves": approves]
                case .feed(let child?): ["feed": true, "child": .string(child), "approves": approves]
                case .feed(nil): ["feed": true, "approves": approves]
                }
            return (ControlRequest(.post, ["tokens"], body: Secret(body.description)), .health)
        case "login":
            guard !form["password"].isEmpty, form["account"].isEmpty != form["server"].isEmpty else { return nil }
            let names = ["account", "server", "name", "email", "password"].filter { !form[$0].isEmpty }
            let body = JSONValue.object(JSONObject(names.map { JSONObject.Member($0, .string(form[$0])) }))
            return (ControlRequest(.post, ["login"], body: Secret(body.description)), .health)
        case "logout":
            guard !form["account"].isEmpty else { return nil }
            return (ControlRequest(.post, ["accounts", form["account"], "logout"]), .health)
        default: return nil
        }
    }
}
