import JSON
package import Store
package import Values

/// What the running program knows and its store does not. A copy of one moment: whoever wants the next asks again.
package struct LiveStatus: Sendable, Equatable {
    /// Wall time of this run's start.
    package var startedAt: Timestamp
    /// Of the running program, which may be older than the command that asks.
    package var version: String
    /// The program's state folder, by which it is told from others.
    package var stateFolder: String?
    /// The configuration file in force; `nil` if there is none.
    package var configurationFile: String?
    /// In the configuration's order.
    package var accounts: [Account] = []
    /// In the configuration's order.
    package var targets: [Target] = []
    /// Why the configuration of the last reload is not in force; `nil` if it is.
    package var refusedReload: Refusal?
    /// Parts that have not started yet, because of the store.
    package var waitingParts: [WaitingPart] = []
    /// Why metrics are not served where the configuration says; `nil` if they are, or if it says nothing.
    package var refusedMetrics: Refusal?
    /// Why the store did not take the last change; `nil` once it has taken one.
    package var refusedChange: StoreError?
    /// How much room the store's disk has.
    package var room = RoomReading.Level.ok
    /// Why nothing new is taken for want of room; `nil` while it is.
    package var roomFault: StoreError?
    /// How much room there is, in words; `nil` where nobody knows.
    package var roomLeft: String?
    /// Why the store's promises may not hold where it lies; sentences.
    package var storeWarnings: [String] = []

    /// Of a program without accounts or targets.
    package init(
        startedAt: Timestamp, version: String, stateFolder: String? = nil, configurationFile: String? = nil
    ) {
        self.startedAt = startedAt
        self.version = version
        self.stateFolder = stateFolder
        self.configurationFile = configurationFile
    }
}

extension LiveStatus {
    /// Where the store takes nothing new, no account is live and no target works, whatever their connections are. Says it.
    package mutating func sayWhatStands() {
        guard let fault = roomFault ?? refusedChange.flatMap({ $0.kind == .full ? $0 : nil }) else { return }
        for index in accounts.indices where [.live, .connecting, .polling, .waiting].contains(accounts[index].state) {
            accounts[index].state = .waiting
            (accounts[index].reason, accounts[index].nextStep) = (fault.sentence, fault.nextStep)
            accounts[index].link = LinkState(hub: .waiting, isCatchingUp: false, isServerAway: false)
        }
        // With the ballast's room what was begun may be ended, as long as the store takes that.
        guard refusedChange?.kind == .full else { return }
        for index in targets.indices where targets[index].state == .working {
            targets[index].state = .failing
            targets[index].reason = fault.sentence
        }
    }

    /// Whether a target waits for room on the disk alone.
    func isHeldUp(_ target: Target) -> Bool {
        target.reason != nil && target.reason == (roomFault ?? refusedChange)?.sentence
    }

    /// Why a configuration, or what it asks for, is not in force.
    package struct Refusal: Sendable, Equatable {
        /// Lower case, without a full stop; of a reload it follows "since".
        package let reason: String
        /// Wall time of the reload, or of the first try.
        package let since: Timestamp

        /// - Parameter reason: lower case, without a full stop.
        package init(_ reason: String, since: Timestamp) {
            self.reason = reason
            self.since = since
        }
    }

    /// A part of the program that has not started.
    package struct WaitingPart: Sendable, Equatable {
        /// The account's name, or `the relay`.
        package let name: String
        /// What happened and what to do, for people.
        package let reason: String
        /// Wall time of the first try.
        package let since: Timestamp

        /// - Parameter reason: for people, with the next step.
        package init(_ name: String, reason: String, since: Timestamp) {
            self.name = name
            self.reason = reason
            self.since = since
        }
    }
}

extension LiveStatus {
    /// A photo on its way.
    package struct Upload: Sendable, Equatable {
        let intent: IntentRow.ID
        let title: String
        let hundredths: Int

        /// - Parameters:
        ///   - intent: the order that it belongs to.
        ///   - title: what that is called; typed by people.
        ///   - hundredths: how much of it is sent, 0 to 100.
        package init(intent: IntentRow.ID, title: String, hundredths: Int) {
            (self.intent, self.title, self.hundredths) = (intent, title, hundredths)
        }

        /// From 0.00 to 1.00.
        var progress: JSONValue {
            .number(JSONNumberText(Decimal(coefficient: Int128(hundredths), scale: 2) ?? .zero))
        }
    }

    /// One watched account.
    package struct Account: Sendable, Equatable {
        /// How its hub's connection is, or that there is none to be had.
        package enum State: String, Sendable, CaseIterable {
            /// The hub answers.
            case live
            case connecting
            /// Until the next try.
            case waiting
            /// The server has no hub: facts come with scans only.
            case polling
            /// A person has to sign in before anything works.
            case signInNeeded = "sign-in-needed"
            /// Nothing is tried any more.
            case stopped
        }

        /// As configured, or as it was named at sign-in.
        package let name: String
        /// Also `signInNeeded` if only scans have met it yet.
        package var state: State
        /// Why it is not well; for people, without the next step.
        package var reason: String?
        /// What a person can do about it; `nil` where that is nothing.
        package var nextStep: String?
        /// What a person does to get it signed in, where that is not to sign in by hand: its password is written down.
        package var signInStep: String?
        /// Whether it is not the hub that is away, but the server, as far as its link knows.
        package var isServerAway = false
        /// The hub's origin, without path; `nil` before one was found.
        package var hub: String?
        /// When the connection is tried again; `nil` where nothing waits.
        package var nextTryAt: Timestamp?
        /// When the last scan that succeeded was committed; `nil` before the first.
        package var lastScan: Timestamp?
        /// From one scan to the next, when nothing else asks for one.
        package var scanInterval: Duration = .seconds(60)
        /// When the first of the scans failed that have failed in a row; `nil` if the last one succeeded.
        package var failingSince: Timestamp?
        /// Whether the last scan met what only a person can change: a refusal, an unreadable password.
        package var isRefused = false
        /// Since when the hub's connection has been down; `nil` while it is up.
        package var hubLostSince: Timestamp?
        /// Hints that no scan has settled yet.
        package var openHints = 0
        /// How the way to its server is.
        package var link: LinkState
        /// What is going on; `nil` for nothing.
        package var work: RunState.Work?
        /// The photos that are on their way to its server.
        package var uploads: [Upload] = []
        /// What makes its facts doubtful although they can be read.
        package var doubts = Doubts()

        /// Of an account of which nothing else is known.
        package init(name: String, state: State) {
            self.name = name
            self.state = state
            link = LinkState(hub: state, isCatchingUp: false, isServerAway: false)
        }
    }

    /// One configured target.
    package struct Target: Sendable, Equatable {
        /// How it does, as of the last attempt; nothing is tried only to know it.
        package enum State: String, Sendable, CaseIterable {
            /// Nothing is known to be wrong: also of one that was never tried.
            case working
            /// The last attempt failed; it is tried again.
            case failing
            /// It refuses, and probably will until somebody changes something; it is asked again seldom.
            case suspended
        }

        /// As configured.
        package let name: String
        /// As of the last attempt.
        package var state: State
        /// Since when it has not been working; wall time.
        package var since: Timestamp?
        /// What it said last, in a sentence without secrets; `nil` while it works.
        package var reason: String?
        /// When it is asked again; `nil` while it works.
        package var nextTryAt: Timestamp?
        /// Outcomes that the store couldn't be told yet.
        package var unrecorded = 0
        /// An attempt is under way that began before the last reload; what that changed holds from the next one on.
        package var isOutdated = false
        /// Of one that tells desktops elsewhere: those that are connected.
        package var desktops: [Desktop] = []
        /// It tells desktops elsewhere, which people switch off.
        package var mayBeAway = false
        /// Nobody is there to be told: what waits is told when somebody is.
        package var isAway: Bool { mayBeAway && desktops.isEmpty }

        /// A desktop that is connected.
        package struct Desktop: Sendable, Equatable {
            /// The number of the token that it signed in with.
            package let token: Int64

            package init(token: Int64) { self.token = token }
        }

        /// Of a target of which nothing else is known.
        package init(name: String, state: State) {
            self.name = name
            self.state = state
        }
    }
}
