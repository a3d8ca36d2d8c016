import Relay
import Settings
import TextFormats

/// What targets say of approving chores by a click, and nobody means: no click would do anything but be refused.
package struct ApprovalAdvice: Sendable {
    private let targets: [TargetConfiguration]
    /// As the file lists them; empty: all that are signed in.
    private let listed: [String]

    package init(_ configuration: Configuration) {
        targets = configuration.targets
        listed = configuration.accounts.map(\.name)
    }

    /// What the file alone tells: a sentence for each target, with its place.
    package var sentences: [String] { useless + undecided(among: listed) }

    /// The same of what only those know who have signed in; nothing of a file that lists its accounts, whose names were looked at when it was read.
    ///
    /// - Parameter signedIn: names of accounts.
    package func strangers(signedIn: [String]) -> [String] {
        guard listed.isEmpty, !signedIn.isEmpty else { return [] }
        let unknown = targets.compactMap { target -> String? in
            guard let account = target.approvingAccount, !signedIn.contains(account) else { return nil }
            return target.places.sentence(
                "the target '\(target.name)' approves as '\(account)', and nobody is signed in under that name; "
                    + nearestHint(to: account, in: signedIn), at: "approve-as")
        }
        return unknown + undecided(among: signedIn)
    }

    /// A sentence for each target by whose login nobody can approve, with its place.
    ///
    /// - Parameter names: accounts by which a child is signed in.
    package func children(_ names: [String]) -> [String] {
        targets.compactMap { target in
            guard let account = target.approvingAccount, names.contains(account) else { return nil }
            return target.places.sentence(
                "the target '\(target.name)' approves as '\(account)', which is a child's login, and only a parent approves; "
                    + "name a parent's account", at: "approve-as")
        }
    }

    private var useless: [String] {
        targets.filter { $0.kind == .desktop && !$0.approves && $0.approvingAccount != nil }.map { target in
            target.places.sentence(
                "'approve-as' means nothing at the target '\(target.name)' without 'approve: true'; add it, or take 'approve-as' out",
                at: "approve-as")
        }
    }

    /// Who is a parent only the server says, so several accounts need not be too many.
    private func undecided(among accounts: [String]) -> [String] {
        guard accounts.count > 1 else { return [] }
        return targets.filter { $0.approves && $0.approvingAccount == nil }.map { target in
            target.places.sentence(
                "the target '\(target.name)' does not say by whose login a click approves, and with several parents' accounts none does; "
                    + "add 'approve-as: NAME' with one of \(accounts.joined(separator: ", "))", at: "approve")
        }
    }
}
