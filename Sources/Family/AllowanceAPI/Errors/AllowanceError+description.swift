extension AllowanceError: CustomStringConvertible {
    /// What happened and what to do, in sentences for people.
    package var description: String {
        [message, nextStep].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// What happened, as a sentence.
    package var message: String {
        let told = (body?.text).map { " It says: “\($0)”" } ?? ""
        return switch kind {
        case .unreachable: "\(server) cannot be reached\(reason)."
        case .timedOut: "\(server) did not answer in time\(reason)."
        case .connectionLost: "The connection to \(server) broke before its answer was complete."
        case .insecure: "The certificate of \(server) cannot be trusted\(reason)."
        case .notTheServer: "What answers at \(server) is not an AllowanceTracker server\(reason)."
        case .redirected: "\(server) sends requests elsewhere\(reason)."
        case .truncatedAnswer: "The answer of \(server) to \(route) stops in the middle."
        case .unexpectedAnswer: "The answer of \(server) to \(route) cannot be understood\(reason)."
        case .wrongCredentials: "\(server) refuses this e-mail address and password."
        case .signInRequired: "\(server) asks for a sign-in\(reason)."
        case .notPermitted: "\(server) does not permit \(shownRoute) to this account.\(told)"
        case .noFamily: "This account belongs to no family."
        case .notFound: "\(server) does not have what \(shownRoute) asks for, or not for this account.\(told)"
        case .noHub: "\(server) has no hub at \(route)."
        case .unknownRoute where !detail.isEmpty: "\(server) \(detail)"
        case .unknownRoute: "\(server) does not know the route \(shownRoute)."
        case .invalidRequest: detail.isEmpty ? "\(server) refuses \(shownRoute) as invalid.\(told)" : detail
        case .conflict: "\(server) refuses \(shownRoute), because something else happened before.\(told)"
        case .tooManyRequests: "\(server) got too many requests."
        case .serverFailed: "\(server) failed at \(shownRoute)\(status.map { " with status \($0)" } ?? "").\(told)"
        case .unavailable: "\(server) is not available\(status.map { ", status \($0)" } ?? "").\(told)"
        case .tokenStoreFailed, .tokenStoreFull, .passwordUnreadable: detail
        case .anotherPerson: "Somebody else is signed in at \(server) than who asked for this."
        case .cancelled: "The request was given up."
        }
    }

    /// What a person can do; empty where nothing needs doing.
    package var nextStep: String {
        if outcomeIsUnknown { return "It may have been done all the same: look at the list before repeating it." }
        return switch kind {
        case .connectionLost where isPlain, .notTheServer where isPlain, .truncatedAnswer where isPlain:
            "Check the server's address, and whether it wants https: write it with https:// then."
        case .unreachable, .timedOut, .connectionLost:
            "It is tried again; if that does not help, check the network and the server's address."
        case .passwordUnreadable: (remedy.isEmpty ? "It" : "\(remedy); it") + " is read again at each try."
        case .insecure: "Check the server's address and certificate, and this machine's clock."
        case .notTheServer: "Check the server's address, and whether this network wants a login first."
        case .redirected: "Put the new address into the account's `server`, if it is the right one."
        case .truncatedAnswer, .serverFailed, .unavailable, .tooManyRequests: "It is tried again."
        case .unexpectedAnswer: "Check whether a newer PocketBell knows this server's version."
        case .wrongCredentials: "Correct the password, or the e-mail address."
        case .signInRequired: "Run `pocketbell login`."
        case .notPermitted: "Use a parent's account for this."
        case .noFamily: "Join or create a family with this account, or use another one."
        case .notFound: "Check the child's name, and whether the account is still in the family."
        case .noHub: "Correct `hub` of the account, or leave it out: the usual paths are tried then."
        case .unknownRoute:
            "Perhaps that server's version has no such thing; else check its address, which must not hold `/api/v1`."
        case .invalidRequest, .conflict: ""
        case .tokenStoreFailed where !remedy.isEmpty: "\(remedy.prefix(1).uppercased())\(remedy.dropFirst())."
        case .tokenStoreFailed: "Check that the state folder exists and belongs to the user who runs PocketBell."
        case .tokenStoreFull: "Make room on the disk, then sign in again."
        case .anotherPerson: "Sign that person in again."
        case .cancelled: ""
        }
    }

    /// An id is written as a place for one, and nobody should read its name.
    private var shownRoute: String {
        route.split(separator: "/", omittingEmptySubsequences: false).map { $0.hasPrefix("{") ? "…" : String($0) }
            .joined(separator: "/")
    }

    /// A server that wants TLS breaks off, or answers in bytes that are no HTTP.
    private var isPlain: Bool { place.hasPrefix("http://") }
    private var server: String { place.isEmpty ? "The server" : place }
    private var reason: String { detail.isEmpty ? "" : " (\(detail))" }
}
