package import Store

/// The engine's times; the defaults are what runs.
package struct SyncTimings: Sendable {
    /// Between two commits of hints at least: a burst shares one. Short, because what comes during a commit waits for its
    /// end anyway.
    package var hintSpacing: Duration = .milliseconds(2)
    /// How long an announced transaction waits for a message that names its child.
    package var childWait: Duration = .milliseconds(300)
    /// After a scan of hinted children, when balances are compared if no further hint comes: what a message caused goes out
    /// first, and a burst shares the comparison.
    package var checkAfter: Duration = .milliseconds(20)
    /// From one comparison of balances to the next that hints alone ask for, at least: each costs a request and a commit, which
    /// are in the way of the next message. What is first after a pause waits for nothing but ``checkAfter``.
    package var checkSpacing: Duration = .seconds(1)
    /// And when they are compared however many come.
    package var checkWithin: Duration = .seconds(2)
    /// When an announced transaction that was not found is looked for again, counted from its arrival.
    package var rechecks: [Duration] = [.seconds(5), .seconds(30), .seconds(120)]
    /// After as many scans and as much time an announced transaction is reported as missing.
    package var scansBeforeReport = 3
    /// Counted from its arrival.
    package var timeBeforeReport: Duration = .seconds(120)
    /// The first delay after a failure is anything up to this; each further one up to the double.
    package var retryBase: Duration = .seconds(1)
    /// The bound of all delays after failures but the server's own wish.
    package var retryCap: Duration = .seconds(300)
    /// The longest delay after the store failed.
    package var storeRetry: Duration = .seconds(5)
    /// A hint may end a delay this long after the failure: somebody is alive there.
    package var retryAfterHint: Duration = .seconds(5)
    /// No server can make us wait longer.
    package var retryAfterCap: Duration = .seconds(3_600)
    /// After as many refusals and as much time a list that was this login's to read is taken not to be so any more.
    package var refusalsBeforeWithdrawal = 3
    /// Counted from the first of the refusals in a row.
    package var timeBeforeWithdrawal: Duration = .seconds(600)
    /// How often it is tried whether somebody has signed in.
    package var signInRetry: Duration = .seconds(900)
    /// From one complete reading of the whole history to the next; also over restarts.
    package var deepInterval: Duration = .seconds(86_400)
    /// After a failed reading of the whole history; the double after each further one, up to the interval.
    package var deepRetry: Duration = .seconds(3_600)
    /// From the first complete reading that lacks a row to the one that takes it for withdrawn, by the server's clock.
    package var absenceWait: Duration = .seconds(600)
    /// How far before the last complete scan rows are looked for that appeared late.
    package var lookback: Duration = .seconds(600)
    /// However late a row once was: further back only readings of the whole history look.
    package var lookbackCap: Duration = .seconds(86_400)

    /// How long after an attempt without a clear answer the server may still make the row: twice the limit of a request.
    package var settle: Duration = .seconds(60)
    /// When a row that the server has named is looked for again.
    package var lookAgain: Duration = .seconds(2)

    /// What is kept of the past.
    package var keeping = StoreLimits()
    /// How often what is too old is forgotten.
    package var purgeInterval: Duration = .seconds(3_600)
    /// How often the kept counts are compared with a count.
    package var recountInterval: Duration = .seconds(86_400)

    /// As the program runs; tests set shorter ones.
    package init() {}
}
