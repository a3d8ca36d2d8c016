import Control

/// `pocketbell states`: every state that the program can be in, and what leads from one to the other.
package enum StatesPage {
    /// As `docs/states.md` has it.
    package static var text: String {
        ([introduction] + tables.map(\.markdown)).joined(separator: "\n")
    }

    static var tables: [TransitionTable] {
        [
            run, link, HubConnectionStates.connection, store, room, scans, progress, EntryStates.lane,
            EntryStates.stored,
            EntryStates.records, LaneStates.lane,
        ]
    }

    private static let introduction = """
        # States

        Every state that `status` and lists show, and what leads from one to the other. `pocketbell states` has made this page by running the program's own
        machines, each in every state with every event; a test compares the two. A dot: it stays as it is.

        """

    // MARK: What people are shown

    private static let run = TransitionTable(
        "What an account is about",
        "`run` of `status`, by how the way to the server is (`link`, on the left) and by what else is so. What keeps anything from being done comes first, then "
            + "what keeps the server from being reached, then what is going on. Of several accounts the program shows `error` before `offline`, `conflict`, "
            + "`syncing` and `idle`.",
        corner: "link", states: LinkState.allCases.map { ($0.shown, RunState.Facts(link: $0)) },
        events: [
            ("at rest", { RunState($0).word }),
            (
                "something goes on",
                { facts in
                    facts.work = RunState.Work(.pulling, hundredths: 60)
                    return RunState(facts).word
                }
            ),
            (
                "a change waits for a decision",
                { facts in
                    facts.conflicts = 1
                    return RunState(facts).word
                }
            ),
            (
                "lists cannot be read",
                { facts in
                    facts.failure = "away"
                    return RunState(facts).word
                }
            ),
            (
                "the server refuses",
                { facts in
                    (facts.failure, facts.isRefused) = ("no", true)
                    return RunState(facts).word
                }
            ),
        ]
            + StoreState.allCases.filter { $0 != .ok }.map { state in
                (
                    "store \(state.shown)",
                    { facts in
                        facts.store = state
                        return RunState(facts).word
                    }
                )
            })

    private static let link = TransitionTable(
        "The way to the server",
        "`link` of an account, by how its hub's connection is (`state`, on the left).", corner: "hub",
        states: LiveStatus.Account.State.allCases.map { (LinkState.shown($0.rawValue), $0) },
        events: [
            ("the server answers", { LinkState(hub: $0, isCatchingUp: false, isServerAway: false).shown }),
            (
                "what the hub said before is looked for",
                { LinkState(hub: $0, isCatchingUp: true, isServerAway: false).shown }
            ),
            ("the server is away", { LinkState(hub: $0, isCatchingUp: false, isServerAway: true).shown }),
        ])
}

extension LinkState {
    var shown: String { Self.shown(rawValue) }

    /// As `--json` writes it.
    static func shown(_ word: String) -> String { "`\(StatesPage.camelCased(word))`" }
}

extension StoreState {
    var shown: String { "`\(StatesPage.camelCased(rawValue))`" }
}

extension StatesPage {
    static func camelCased(_ word: String) -> String {
        let parts = word.split(separator: "-")
        return (parts.first ?? "") + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
