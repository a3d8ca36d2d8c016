import JSON
import SyncEngine
import TextFormats
import Values

/// What the local copy of one kind of records is worth, by how its lists were last read.
enum RecordStanding: Sendable, Equatable {
    /// No list of it was ever read.
    ///
    /// - Parameter failure: what the last try came to, in the store's word; `nil` if there was none.
    case unread(failure: String?)
    /// The server has no such list.
    ///
    /// - Parameter since: when it last had one, if it ever had; what was there then is withdrawn a day later.
    case absent(since: Timestamp?)
    /// The list is not this login's to read.
    ///
    /// - Parameter since: when it last was, if it ever was; what was there then stays.
    case refused(since: Timestamp?)
    /// - Parameters:
    ///   - since: when the oldest of the lists was read; what several lists say is as old as that.
    ///   - failure: what the last try of one of them came to; `nil` where all were answered.
    case read(since: Timestamp, failure: String?)

    /// - Parameter lists: of every login that is watched. A list that one may not read says nothing where another's can.
    init(_ lists: JSONNode) throws(JSONError) {
        var (oldest, failure): (Timestamp?, String?) = (nil, nil)
        var (isAbsent, isRefused, former): (Bool, Bool, Timestamp?) = (false, false, nil)
        for list in try lists.elements() {
            let why = try list.optional("failure")?.string()
            let readAt = try list.optional("readAt")?.timestamp()
            switch why {
            case "absent", "refused", "notFound":
                (isAbsent, isRefused) = (isAbsent || why == "absent", isRefused || why != "absent")
                former = Self.older(former, readAt)
            default:
                failure = failure ?? why
                oldest = Self.older(oldest, readAt)
            }
        }
        if let oldest {
            self = .read(since: oldest, failure: failure)
        } else if isRefused, failure == nil {
            self = .refused(since: former)
        } else if isAbsent, failure == nil {
            self = .absent(since: former)
        } else {
            self = .unread(failure: failure)
        }
    }

    private static func older(_ known: Timestamp?, _ other: Timestamp?) -> Timestamp? {
        other.map { min(known ?? $0, $0) } ?? known
    }

    /// What is to be said of it.
    ///
    /// - Parameters:
    ///   - things: what is listed, such as `goals`.
    ///   - elsewhere: what to do where a server has none, as a sentence; empty where that is nothing.
    ///   - stale: from when on people are told how old it is.
    func judgement(
        of things: String, elsewhere: String, stale: Duration, _ readable: Readable
    ) -> Report.Judgement {
        switch self {
        case .unread(nil): .init(none: "The \(things) were not read yet: pocketbell status")
        case .unread(let failure?):
            .init(none: "The \(things) were not read yet: \(Self.words(failure)): pocketbell status")
        case .absent(let since):
            .init(
                none: "This family server has no \(things)." + (elsewhere.isEmpty ? "" : " \(elsewhere)"),
                remark: since.map { "this is from \(readable.time.age($0)); the server no longer has any" })
        case .refused(let since):
            .init(
                none: "The family server does not let this account see the \(things).",
                remark: since.map { "this is from \(readable.time.age($0)); this account may not see it any more" })
        case .read(let since, let failure): .init(remark: Self.remark(since, failure, stale: stale, readable))
        }
    }

    private static func remark(
        _ since: Timestamp, _ failure: String?, stale: Duration, _ readable: Readable
    ) -> String? {
        let age = readable.now.duration(since: since)
        guard age > stale else { return nil }
        let doubt = age > RecordDeclaration.distrusted ? "; do not trust it" : ""
        let reason = failure.map { ": \(words($0))" } ?? ""
        return "this is from \(readable.time.age(since))\(reason)\(doubt)"
    }

    private static func words(_ failure: String) -> String {
        switch failure {
        case "signInRequired": "somebody has to sign in"
        case "undecodable": "the server's answer is not understood"
        case "tooManyRequests": "the server asks to come back later"
        default: "the server was not reached"
        }
    }
}
