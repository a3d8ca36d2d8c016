import JSON
import SyncEngine
import TextFormats
import Values

/// How old balances and rows are: what reads say of it, besides what they show at once.
enum FactAge {
    /// From then on people are told how old a balance is.
    static let balances = Duration.seconds(300)
    /// The same of transactions, and of what is reckoned from them.
    static let transactions = Duration.seconds(900)

    /// The same, for lists that ask for children besides.
    static func judge(
        of name: String? = nil, stale: Duration
    ) -> (JSONNode, Readable) throws(JSONError) -> Report.Judgement {
        { children, readable throws(JSONError) in try judgement(children, of: name, stale: stale, readable) }
    }

    /// By the child whose facts are the oldest, of those that somebody still sees.
    ///
    /// - Parameters:
    ///   - children: as `children` answers.
    ///   - name: whose alone are shown: a first name, a full name or an id; `nil` of all.
    ///   - stale: from when on it is said.
    static func judgement(
        _ children: JSONNode, of name: String? = nil, stale: Duration, _ readable: Readable
    ) throws(JSONError) -> Report.Judgement {
        var oldest: Timestamp?
        for child in try children.elements() where try child.cell("gone") != "yes" {
            let names = [try child.cell("firstName"), try child.cell("name"), try child.cell("id")]
            guard name.map({ wanted in names.contains { $0.lowercased() == wanted.lowercased() } }) ?? true,
                let seen = try child.optional("seenAt")?.timestamp()
            else { continue }
            oldest = min(oldest ?? seen, seen)
        }
        guard let oldest else { return Report.Judgement() }
        let age = readable.now.duration(since: oldest)
        guard age > stale else { return Report.Judgement() }
        let doubt = age > RecordDeclaration.distrusted ? "; do not trust it" : ""
        return Report.Judgement(
            remark: "this is from \(readable.time.age(oldest))\(doubt); why it is no younger: pocketbell status")
    }
}
