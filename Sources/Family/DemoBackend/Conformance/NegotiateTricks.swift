import JSON
import Values

/// Hub addresses whose negotiation does something else than plainly succeed, as the genuine test server has them.
enum NegotiateTricks {
    /// - Parameters:
    ///   - base: the server's own address as the client sees it.
    ///   - hubPath: the family's hub.
    ///   - token: gives a token of the first parent.
    /// - Returns: `nil` for other requests.
    static func answer(_ request: DemoRequest, base: String, hubPath: String, token: () -> Secret) -> DemoAnswer? {
        let steps = request.path.lowercased().split(separator: "/")
        if request.method == "GET", steps == ["login"] { return .page("<!doctype html><title>Sign in</title>") }
        guard request.method == "POST", steps.count == 3, steps[0] == "hubs", steps[2] == "negotiate" else {
            return nil
        }
        switch steps[1] {
        case "redirect": return redirect(base + "/hubs/conformance?from=redirect", token: "one-start-token")
        case "redirect-family": return token().withText { redirect(base + hubPath, token: $0) }
        case "login-page": return .redirect(to: "/login")
        case "html": return .page("<!doctype html><title>Hotel Wi-Fi</title><p>Please sign in")
        default: return document(steps[1], base).map { .json($0) }
        }
    }

    private static func redirect(_ url: String, token: String) -> DemoAnswer {
        .json(["url": .string(url), "accessToken": .string(token)] as JSONValue)
    }

    private static func document(_ trick: Substring, _ base: String) -> JSONValue? {
        switch trick {
        case "loop": ["url": .string(base + "/hubs/loop")]
        case "refused": ["error": "refused on purpose"]
        case "refused-with-url": ["url": .string(base + "/hubs/conformance"), "error": "refused on purpose"]
        case "aspnet": ["ProtocolVersion": "1.5", "ConnectionId": "old"]
        case "no-token": ["negotiateVersion": 1, "connectionId": "only-an-id", "availableTransports": []]
        case "unknown-extras":
            ["url": .string(base + "/hubs/conformance"), "future": ["nested": [1, 2]], "accessToken": .null]
        default: nil
        }
    }
}
