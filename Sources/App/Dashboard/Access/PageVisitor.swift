import HTTPServer
import Sockets
import Store
import Values

/// From where a request comes, and how the browser sees the page: made in one place, from the connection and where the page is.
struct PageVisitor: Sendable, Equatable {
    /// Whose browser it is, where it runs on this machine; a proxy's own user, where one is between.
    var user: UInt32?
    /// Whether nobody on the way can read what is sent.
    var isSecure = false
    /// What stands before every path where the browser is.
    var prefix = ""
    /// Whether whoever is on the way can read what is sent: then nothing is shown.
    var isOverheard = false
    /// Whether the browser runs on this machine: to others nothing is said of it.
    var isOfMachine = true
    /// As the browser has it, where people find the page.
    var publicOrigin: String?
    /// What the browser says of itself.
    var agent = ""
    /// From where wrong passwords are counted; `nil` behind a proxy that does not say it.
    var place: String?

    /// Somebody on this machine, at the page as it is.
    init(user: UInt32?) { self.user = user }

    /// - Parameter user: of the other end of the connection, where that is on this machine.
    init(_ request: HTTPRequest, at place: PagePlace, user: UInt32?) {
        self.user = user
        publicOrigin = place.publicOrigin
        var isProxied = false
        if case .address(let address, _) = request.peer { isProxied = place.isProxy(address) }
        isSecure = place.certificate != nil || isProxied
        isOfMachine = !isProxied && (user != nil || Self.isOfMachine(request.peer))
        isOverheard = !isSecure && !isOfMachine
        agent = request.headers["user-agent"] ?? ""
        self.place =
            isProxied ? Self.client(of: request) : user.map { "user \($0)" } ?? request.peer.origin
        // Who asks by the whole address has it from there, with or without a proxy between.
        let isPublic = request.path == place.prefix || request.path.hasPrefix("\(place.prefix)/")
        prefix = isProxied || isPublic ? place.prefix : ""
    }

    /// What the last proxy says of who asked it: all before that anybody can have written. For counting alone.
    private static func client(of request: HTTPRequest) -> String? {
        let last = request.headers.all("x-forwarded-for").last?.split(separator: ",").last.map { String($0).trimmed }
        return last.flatMap { $0.isEmpty ? nil : Peer.address(String($0.prefix(64)), port: 0).origin }
    }

    private static func isOfMachine(_ peer: Peer) -> Bool {
        guard case .address(let text, _) = peer else { return true }
        return text == "::1" || text.hasPrefix("127.") || text.hasPrefix("::ffff:127.")
    }

    /// The page's own path for one that a browser has asked for.
    func path(of path: String) -> String {
        guard !prefix.isEmpty, path == prefix || path.hasPrefix("\(prefix)/") else { return path }
        let rest = path.dropFirst(prefix.utf8.count)
        return rest.isEmpty ? "/" : String(rest)
    }

    /// Whether a page of somebody else sent this.
    func isForeign(_ request: HTTPRequest) -> Bool {
        let origin = request.headers["origin"]?.lowercased()
        if let publicOrigin, origin == publicOrigin { return false }
        // What was not sent over TLS itself is somebody else's, whatever its name, but a page that this machine has from a proxy's own port.
        let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains(request.headers.hostName)
        if isSecure, !isLocal, let origin, !origin.hasPrefix("https://") { return true }
        return request.isCrossOrigin
    }

    /// The name that a browser keeps its word under. A cookie has no port in it: two programs on one machine sign each other out of a browser.
    var cookieName: String { isSecure ? "__Secure-pocketbell" : "pocketbell" }

    /// What a browser is told to keep, also when it is closed: who leaves signs out, and what was put aside of the page goes with that.
    ///
    /// - Parameter token: `nil`: nothing any more.
    func cookie(_ token: String?) -> String {
        let age = token == nil ? 0 : PagePersonRow.life.components.seconds
        return
            "\(cookieName)=\(token ?? ""); Path=\(prefix)/; Max-Age=\(age); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
    }

    /// What the browser has kept; `nil` for nothing.
    func token(in request: HTTPRequest) -> String? {
        let pairs = (request.headers["cookie"] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
        return pairs.first { $0.hasPrefix("\(cookieName)=") }.map { String($0.dropFirst(cookieName.utf8.count + 1)) }
    }
}
