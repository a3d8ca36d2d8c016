import HTTPServer
import Values

/// Shows where one signs in, and takes what was typed.
struct SignInDesk: Sendable {
    let passwords: PasswordDesk
    /// What is typed on the machine to be signed in.
    let command: String
    let words: any PageWords

    /// For whoever is not signed in: where that is done, and where it goes on from there.
    ///
    /// - Parameter refusal: why somebody who is signed in may not see this.
    func invitation(_ request: HTTPRequest, _ visitor: PageVisitor, refusal: String = "") async -> HTTPResponse {
        let asked = visitor.path(of: request.target)
        let way = Self.isOwn(asked) ? asked : "/"
        if visitor.token(in: request) == nil, request.method == "GET", request.headers["sec-fetch-site"] == "cross-site"
        {
            return .page(LeadingView(words: words, way: way).html)
        }
        var view = await view(visitor)
        (view.way, view.refusal) = (way, refusal)
        return .page(view.html, refusal.isEmpty ? .unauthorized : .forbidden)
    }

    func answer(_ request: HTTPRequest, _ visitor: PageVisitor) async -> HTTPResponse {
        var view = await view(visitor)
        guard request.method == "POST" else { return .page(view.html) }
        let form = PageOrders.Form(request)
        view.email = form["email"]
        view.way = Self.isOwn(form["way"]) ? form["way"] : "/"
        view.origin = view.origins.count == 1 ? view.origins[0] : form["server"]
        func again(_ refusal: String, _ status: HTTPStatus) -> HTTPResponse {
            view.refusal = refusal
            return .page(view.html, status)
        }
        func later(_ wait: Duration) -> HTTPResponse {
            let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
            var response = again(words.wait(minutes: (seconds + 59) / 60), HTTPStatus(rawValue: 429))
            response.headers["Retry-After"] = "\(seconds)"
            return response
        }
        guard !visitor.isForeign(request) else { return again(words.formTooOld, .forbidden) }
        guard view.origins.contains(view.origin), !form["email"].isEmpty, !form["password"].isEmpty else {
            return again(words.wrongPassword, .unauthorized)
        }
        switch await passwords.signIn(form["email"], Secret(form["password"]), at: view.origin, visitor) {
        case .signedIn(let token):
            var response = HTTPResponse.way(view.way)
            response.headers["Set-Cookie"] = visitor.cookie(token)
            return response
        case .wrong: return again(words.wrongPassword, .unauthorized)
        case .tooMany(let wait): return later(wait)
        case .crowded: return later(SignInLimits.firstPause)
        case .stranger: return again(words.notOfHouse, .forbidden)
        case .refused: return again(words.loginRefused, .forbidden)
        // Files and servers are named to this machine's people alone.
        case .silent(let reason, _):
            return again(words.serverSilent(visitor.isOfMachine ? reason : nil), .serviceUnavailable)
        case .notKept(let reason):
            return again(words.notKept(visitor.isOfMachine ? reason : nil), .serviceUnavailable)
        }
    }

    private func view(_ visitor: PageVisitor) async -> SignInView {
        SignInView(
            words: words, origins: await passwords.origins(), command: visitor.isOfMachine ? command : "pocketbell open"
        )
    }

    /// Whether it is an address of this page, and can be nothing else for any browser.
    private static func isOwn(_ way: String) -> Bool {
        guard way.hasPrefix("/"), !way.hasPrefix("//"), way.utf8.count <= 2_000 else { return false }
        let marks = Set("-._~/%?=&+".utf8)
        return way.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: marks.contains(byte)
            }
        }
    }
}
