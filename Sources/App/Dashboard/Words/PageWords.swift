/// All that the page itself says, in one language; what a language lacks does not compile. What is filled in is plain text, and
/// what comes out is: the page escapes it as it does what people typed.
protocol PageWords: Sendable {
    /// Of the language, as HTML names it.
    var code: String { get }
    /// What it says of orders and of what can be ordered.
    var orders: any OrderWords { get }
    /// What it says of statistics.
    var figures: any StatisticsWords { get }

    // MARK: Where one can go

    var overview: String { get }
    var transactions: String { get }
    var statistics: String { get }
    var alerts: String { get }
    var health: String { get }
    var signOut: String { get }
    /// For those who have no mouse: past the navigation.
    var toContent: String { get }
    var all: String { get }
    /// To the month before, and after.
    var older: String { get }
    var newer: String { get }
    /// A month of the calendar, 1 to 12.
    func month(_ month: Int, of year: Int) -> String

    // MARK: Money

    var child: String { get }
    var when: String { get }
    var what: String { get }
    var category: String { get }
    var amount: String { get }
    var balance: String { get }
    var by: String { get }
    /// What entries will move a balance by that the server does not have yet.
    func pending(_ amount: String) -> String
    /// Beside what was entered and is not on the server yet.
    var notYetOnServer: String { get }
    /// Where a server's word was read last.
    func asOf(_ moment: String) -> String
    var lastMovements: String { get }
    var noMovements: String { get }
    var noChildren: String { get }
    /// What came and went in a month.
    var income: String { get }
    var spending: String { get }
    /// What was spent, by category.
    var byCategory: String { get }
    /// How many days a figure looks back.
    func days(_ count: Int) -> String
    var exportCSV: String { get }
    var exportJSON: String { get }

    // MARK: Looking for something

    /// What somebody types into a field, and the button behind it.
    var search: String { get }
    /// Whether money came or went.
    var kind: String { get }
    var from: String { get }
    var to: String { get }
    /// Back to all that there is.
    var everything: String { get }
    /// To the first page.
    var newest: String { get }
    var searchFurther: String { get }
    /// Where a page ends although it is not full.
    func searchedTo(_ moment: String) -> String

    // MARK: Chores and goals

    var waitingChores: String { get }
    var approve: String { get }
    var goals: String { get }
    func saved(_ amount: String, of target: String) -> String
    /// When an allowance comes next, and how much.
    func nextAllowance(_ amount: String, _ moment: String) -> String
    func weeklyAllowance(_ amount: String) -> String
    var paused: String { get }

    // MARK: How it came to be told

    var story: String { get }
    /// How a transaction was found: a word of `source`.
    func source(_ word: String) -> String
    func heard(_ message: String, _ account: String) -> String
    func firstSeen(_ moment: String) -> String
    var toldNobody: String { get }

    // MARK: Deliveries

    var target: String { get }
    var state: String { get }
    var about: String { get }
    var noAlerts: String { get }
    var retry: String { get }
    var discard: String { get }
    /// A word of a delivery's state, such as `inDoubt`.
    func delivery(_ state: String) -> String

    // MARK: Health

    var healthy: String { get }
    func problems(_ count: Int) -> String
    var accounts: String { get }
    var targets: String { get }
    var lastScan: String { get }
    /// A word of an account's or a target's state, such as `live` or `failing`.
    func standing(_ word: String) -> String
    var test: String { get }
    var silences: String { get }
    /// On the button that begins a silence.
    var beSilent: String { get }
    var howLong: String { get }
    /// On the button that ends one.
    var end: String { get }
    /// Whole days from 24 hours on.
    func span(hours: Int) -> String
    func silent(_ subject: String, until moment: String) -> String
    func running(_ version: String, since moment: String) -> String

    // MARK: Answers

    var done: String { get }
    var notDone: String { get }
    var back: String { get }
    var nothingHere: String { get }
    var signedOut: String { get }
    /// - Parameter command: what is typed to be signed in.
    func signInHint(_ command: String) -> String
    var formTooOld: String { get }

    // MARK: Signing in

    var signIn: String { get }
    /// Above the form: with which account.
    var signInIntroduction: String { get }
    var email: String { get }
    var password: String { get }
    var server: String { get }
    var wrongPassword: String { get }
    /// After too many tries.
    func wait(minutes: Int) -> String
    /// - Parameter reason: why the family server could not be asked; of the program, in English. `nil` for whom it does not concern.
    func serverSilent(_ reason: String?) -> String
    /// Where what is sent can be read on the way.
    ///
    /// - Parameter address: where it cannot; `nil` where nobody has said so.
    func overheard(_ address: String?) -> String
    /// Of a login that does not see the children that are here.
    var notOfHouse: String { get }
    /// Of a login that the family server lets in no more.
    var loginRefused: String { get }
    func notKept(_ reason: String?) -> String
    /// Above the browsers that are signed in.
    var browsers: String { get }
    /// In place of a name, for whoever has opened a link.
    var byLink: String { get }
    var lastAsked: String { get }
    /// Of a form for an account that is not watched yet.
    var newAccount: String { get }
    /// In its place, where the configuration's file says who is watched.
    var accountsListed: String { get }
    /// Of a field for where such an account is.
    var serverAddress: String { get }
    /// Above what desktops and other programs sign in with.
    var programs: String { get }
    /// Of whoever follows all that happens.
    var feed: String { get }
    /// Of whoever follows what a child may know.
    func feed(of child: String) -> String
    var makeToken: String { get }
    /// Of a desktop at which chores are approved.
    var mayApprove: String { get }
    var takeBack: String { get }
    /// Before a token, which is shown this once.
    ///
    /// - Parameter target: whose desktop it is for; `nil`: it is for the feed.
    func tokenMade(_ target: String?) -> String

    /// Copies of the store.
    var copies: String { get }
    /// Where they lie and how many are kept.
    func copiesKept(_ count: Int) -> String
    var makeCopy: String { get }
    /// Of a copy that is to take the store's place.
    var takeUp: String { get }
    /// What that means, before it is done.
    var takingUp: String { get }
    /// When it was ordered.
    var copyComes: String { get }

    /// Above what the family server tells a login.
    var notices: String { get }
    var markAsRead: String { get }
    /// Above what is forgotten by hand.
    var kept: String { get }
    /// What is too old, which goes by itself as well.
    var forgetOld: String { get }
    /// What can be read from the family server again.
    var beginAnew: String { get }
    /// What that means, before it is done.
    var beginningAnew: String { get }
    func forgotten(rows: Int, pictures: Int) -> String

    // MARK: What cannot be

    /// Where more than one parent could be meant who orders.
    var severalParents: String { get }
    /// Of a link that has signed somebody in, or that nobody opened in time.
    var linkSpent: String { get }
    /// Of a form that somebody went back to and filled in otherwise.
    var sentBefore: String { get }
    /// While the program cannot be reached.
    var connectionLost: String { get }
}
