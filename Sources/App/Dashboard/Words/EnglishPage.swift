struct EnglishPage: PageWords {
    let code = "en"
    let orders: any OrderWords = EnglishOrders()
    let figures: any StatisticsWords = EnglishStatistics()
    let overview = "Overview", transactions = "Transactions", alerts = "Alerts", health = "Health"
    let statistics = "Statistics"
    let signOut = "Sign out", toContent = "To the content", all = "All", older = "Earlier", newer = "Later"
    func month(_ month: Int, of year: Int) -> String { "\(Self.months[month - 1]) \(year)" }
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    let child = "Child", when = "When", what = "What", category = "Category", amount = "Amount"
    let balance = "Balance", by = "By"
    func pending(_ amount: String) -> String { "with \(amount) that the server does not have yet" }
    let notYetOnServer = "not on the server yet"
    func asOf(_ moment: String) -> String { "as of \(moment)" }
    let lastMovements = "Last movements", noMovements = "Nothing has moved."
    let noChildren = "No child is known yet: the first look at the server is still to come."
    let income = "Received", spending = "Spent", byCategory = "Spent by category"
    func days(_ count: Int) -> String { "the last \(count) days" }
    let exportCSV = "As CSV", exportJSON = "As JSON lines"

    let search = "Search", kind = "Kind", from = "From", to = "To", everything = "Everything"
    let newest = "Newest", searchFurther = "Search further back"
    func searchedTo(_ moment: String) -> String { "Searched back to \(moment), not further." }

    let waitingChores = "Chores that wait", approve = "Approve", goals = "Goals"
    func saved(_ amount: String, of target: String) -> String { "\(amount) of \(target)" }
    func nextAllowance(_ amount: String, _ moment: String) -> String { "Next allowance: \(amount), \(moment)" }
    func weeklyAllowance(_ amount: String) -> String { "Allowance: \(amount) a week" }
    let paused = "paused"

    let story = "How it came to be known"
    func source(_ word: String) -> String {
        switch word {
        case "baseline": "It was there when the watching began."
        case "hint": "The hub announced it, and a look at the server found it."
        case "scan": "A look at the server found it without an announcement."
        default: word
        }
    }
    func heard(_ message: String, _ account: String) -> String { "\(message), heard by \(account)" }
    func firstSeen(_ moment: String) -> String { "Known here since \(moment)" }
    let toldNobody = "Nobody was told of it."

    let target = "Where", state = "State", about = "About", noAlerts = "Nothing was told yet."
    let retry = "Send again", discard = "Give up"
    func delivery(_ state: String) -> String {
        switch state {
        case "queued": "waits"
        case "attempting": "being sent"
        case "inDoubt": "may have arrived"
        case "delivered": "taken"
        case "skipped": "left out"
        case "dead": "failed"
        case "discarded": "given up"
        default: state
        }
    }

    let healthy = "All is well."
    func problems(_ count: Int) -> String { count == 1 ? "One thing needs a look." : "\(count) things need a look." }
    let accounts = "Accounts", targets = "Where alerts go", lastScan = "Last look"
    func standing(_ word: String) -> String {
        switch word {
        case "live": "live"
        case "polling": "looks regularly"
        case "working": "works"
        case "failing": "fails"
        case "suspended": "pauses after failures"
        case "stopped": "stopped"
        case "notConfigured": "no longer configured"
        case "signInNeeded": "needs a sign-in"
        default: word
        }
    }
    let test = "Send a test", silences = "Silences"
    let beSilent = "Leave in peace", howLong = "For how long", end = "End"
    func span(hours: Int) -> String {
        hours == 1 ? "1 hour" : hours < 24 ? "\(hours) hours" : hours == 24 ? "1 day" : "\(hours / 24) days"
    }
    func silent(_ subject: String, until moment: String) -> String { "Nobody is told of \(subject) until \(moment)" }
    func running(_ version: String, since moment: String) -> String { "PocketBell \(version), running since \(moment)" }

    let done = "Done.", notDone = "That was not done.", back = "Back", nothingHere = "There is nothing here."
    let signedOut = "This browser is not signed in."
    func signInHint(_ command: String) -> String { "On the machine that runs PocketBell, type: \(command)" }
    let severalParents = "More than one parent can do this. Choose by whose account it is done."
    let formTooOld = "The form was too old. Go back, and try again."
    let connectionLost = "PocketBell cannot be reached: this page may be old."

    let signIn = "Sign in", email = "E-mail", password = "Password", server = "Server"
    let signInIntroduction = "With your account of the family server."
    let wrongPassword = "E-mail or password is wrong."
    func wait(minutes: Int) -> String { "Too many tries. Wait \(minutes == 1 ? "a minute" : "\(minutes) minutes")." }
    func serverSilent(_ reason: String?) -> String {
        "The family server could not be asked, and this password is not known from before\(reason.map { ": \($0)" } ?? ".")"
    }
    func overheard(_ address: String?) -> String {
        "What is sent this way can be read by others.\(address.map { " Use \($0)" } ?? "")"
    }
    let loginRefused = "The family server does not let this login in."
    let notOfHouse = "This login does not see all children that are here, so it may not see them on this page either."
    func notKept(_ reason: String?) -> String { "Nobody can be signed in\(reason.map { ": \($0)" } ?? ".")" }
    let browsers = "Signed-in browsers", byLink = "By a link of this machine", lastAsked = "last here"
    let newAccount = "Watch another account", serverAddress = "Address of the family server"
    let programs = "Desktops and programs", makeToken = "Make a token", mayApprove = "May approve chores"
    let takeBack = "Take back", feed = "Feed: everything"
    func feed(of child: String) -> String { "Feed: what \(child) may know" }
    func tokenMade(_ target: String?) -> String {
        guard let target else {
            return "It is shown this once. Whoever follows sends it to /feed/events, as 'Authorization: Bearer':"
        }
        return "For \(target). It is shown this once. On the desktop type 'pocketbell desktop --sign-in', and paste it:"
    }

    let copies = "Copies", makeCopy = "Make a copy", takeUp = "Take it up"
    func copiesKept(_ count: Int) -> String {
        "On this machine's disk, the newest \(count). For another disk there is the command 'pocketbell backup'."
    }
    let takingUp =
        "What is here now is set aside, and the copy takes its place. What the server has had since is read again; nobody is told anything twice."
    let copyComes = "The copy takes its place within seconds. You may have to sign in again then."

    let notices = "What the family server tells", markAsRead = "Mark as read"
    let kept = "What lies here", forgetOld = "Forget what is too old", beginAnew = "Begin the lists anew"
    let beginningAnew =
        "Lists, photos that were fetched and raw messages are forgotten here and read again. What waits, what was told and transactions stay."
    func forgotten(rows: Int, pictures: Int) -> String { "Forgotten: \(rows) rows, \(pictures) pictures." }
    let sentBefore =
        "This form was sent before, and what it ordered stands. Send it again to order this as well."
    let accountsListed = "Who is watched is in the configuration file (accounts)."
    let linkSpent = "This link is used up, or older than a minute."
}
