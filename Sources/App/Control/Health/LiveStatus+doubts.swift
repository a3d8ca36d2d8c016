package import Store
package import Values

extension LiveStatus {
    /// What makes an account's facts doubtful although they can be read.
    package struct Doubts: Sendable, Equatable {
        /// A hub that is connected and tells nothing of what scans then find.
        package struct Deafness: Sendable, Equatable {
            /// Wall time at which it was noticed first.
            package let since: Timestamp
            /// Also after its connection was renewed.
            package let isRepeated: Bool

            /// - Parameter since: wall time.
            package init(since: Timestamp, isRepeated: Bool) {
                self.since = since
                self.isRepeated = isRepeated
            }
        }

        /// What a server says of a child's money that does not fit together.
        package struct Contradiction: Sendable, Equatable {
            /// Wall time at which it was noticed first.
            package let since: Timestamp
            /// For people: names the child; lower case, without a full stop.
            package let sentence: String

            /// - Parameter since: wall time.
            package init(since: Timestamp, sentence: String) {
                self.since = since
                self.sentence = sentence
            }
        }

        /// The server was perhaps restored from a backup; also one that is long over.
        package var restoration: Restoration?
        /// `nil` while the hub announces what happens, as far as it ever did.
        package var deafness: Deafness?
        /// When the hub last announced anything about money; wall time, `nil` for not since the program's start.
        package var heardAt: Timestamp?
        /// `nil` while all that was compared last fits together.
        package var contradiction: Contradiction?
        /// When a whole history was last compared with what the server says of it, and agreed; wall time, `nil` for not since the
        /// program's start.
        package var agreedAt: Timestamp?

        /// Nothing is doubtful, and nothing was looked at.
        package init() {}
    }
}

/// What is doubtful about what accounts are told.
extension HealthFacts {
    /// Some for each account, whatever else is wrong with it.
    func ofFacts(at now: Timestamp) -> [Problem] {
        guard let live else { return [] }
        return live.accounts.flatMap { account in
            [restoration(account, at: now), deafness(account), contradiction(account, at: now)].compactMap { $0 }
        }
    }

    private func restoration(_ account: LiveStatus.Account, at now: Timestamp) -> Problem? {
        guard let restoration = account.doubts.restoration,
            now.duration(since: restoration.at) < Restoration.memory
        else { return nil }
        let rows = restoration.rows == 1 ? "1 transaction is" : "\(restoration.rows) transactions are"
        return Problem(
            .historyShorter, of: account.name, since: restoration.at,
            "the history of the server of \(account.name) is shorter than what was known of it, as after its restore from a "
                + "backup: \(rows) gone at once",
            nextStep: "ask whoever runs the server; what was lost there has to be entered again")
    }

    private func deafness(_ account: LiveStatus.Account) -> Problem? {
        guard let deafness = account.doubts.deafness else { return nil }
        let sentence =
            "the hub of \(account.name) is connected and does not announce what happens, so news comes with scans only"
        guard deafness.isRepeated else {
            return Problem(
                .hubDeaf, of: account.name, since: deafness.since, severity: .mendsItself,
                sentence + "; its connection was renewed", nextStep: nil)
        }
        return Problem(
            .hubDeaf, of: account.name, since: deafness.since, sentence + ", also after its connection was renewed",
            nextStep: "ask whoever runs the server whether its hub works")
    }

    private func contradiction(_ account: LiveStatus.Account, at now: Timestamp) -> Problem? {
        guard let contradiction = account.doubts.contradiction else { return nil }
        return Problem(
            .balanceUnexplained, of: account.name, since: contradiction.since,
            severity: Self.severity(since: contradiction.since, at: now),
            "what the server of \(account.name) says does not fit together: \(contradiction.sentence)",
            nextStep: "look at the child's list there")
    }
}
