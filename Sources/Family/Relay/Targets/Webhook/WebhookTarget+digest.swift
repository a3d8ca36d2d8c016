import JSON
import Values

extension WebhookTarget {
    /// Bytes of each text of a digest's alerts: with at most a hundred of them, the whole stays below 300 kB.
    private static let memberTextLimit = TextLimit.bytes(300)

    /// How many, since when, what came and went by child, and each alert with the same data as if it came by itself.
    static func write(_ digest: AlertDigest, to data: inout JSONObjectWriter) {
        data.set("count", digest.members.count)
        data.set("since", digest.since)
        data.array("children") { children in
            for sum in digest.sums {
                children.object { child in
                    child.set("id", sum.childID)
                    child.set("name", nameLimit.cut(sum.name))
                    child.set("amount", sum.amount?.moneyText)
                    child.set("count", sum.count)
                }
            }
        }
        data.array("alerts") { alerts in
            for member in digest.members {
                alerts.object { alert in
                    alert.set("type", type(of: member.facts))
                    alert.set("timestamp", member.facts.at)
                    alert.set("alert", member.id)
                    alert.set("text", memberTextLimit.cut(member.text))
                    write(member, to: &alert, memberTextLimit)
                }
            }
        }
    }
}
