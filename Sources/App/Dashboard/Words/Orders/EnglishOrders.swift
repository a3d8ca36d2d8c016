import Store

struct EnglishOrders: OrderWords {
    func order(_ order: FilledOrder) -> String {
        guard case .deed(let deed) = order else { return "Enter money" }
        return switch deed {
        case .addWish: "Add a wish"
        case .editWish: "Change this wish"
        case .buyWish: "It is bought"
        case .removeWish: "Remove this wish"
        case .addGoal: "Add a goal"
        case .editGoal: "Change this goal"
        case .depositGoal: "Put money in"
        case .withdrawGoal: "Take money out"
        case .removeGoal: "Remove this goal"
        case .setAllowance: "Set the allowance"
        case .pauseAllowance: "Pause the allowance"
        case .resumeAllowance: "Pay the allowance again"
        case .changeSettings: "Change the settings"
        case .readNotifications: "Mark all notices as read"
        case .addChore: "Add a chore"
        case .doneChore: "It is done"
        case .approveChore: "Approve"
        case .rejectChore: "Reject"
        }
    }

    func field(_ name: String) -> String {
        switch name {
        case "direction": "Which way"
        case "amount": "Amount"
        case "description": "What for"
        case "category": "Category"
        case "notes": "Notes"
        case "name": "Name"
        case "price": "Price"
        case "link": "Link"
        case "target": "Target"
        case "due": "By when"
        case "priority": "Priority (1 is first)"
        case "reason": "Why"
        case "weeklyAllowance": "Allowance a week"
        case "allowanceDay": "On which day"
        case "savesAutomatically": "Saves by itself"
        case "transfer": "How much is saved"
        case "transferPercentage": "Per cent"
        case "transferAmount": "Amount each time"
        case "seesSavings": "The child sees the savings"
        case "mayOwe": "May owe money"
        case "title": "What is to be done"
        case "reward": "Reward"
        case "rejection": "Why not"
        case "account": "By whose account"
        case "photo": "Photo (JPEG)"
        case "child": "Child"
        default: name
        }
    }

    func choice(_ word: String) -> String {
        switch word {
        case "out": "money that goes"
        case "in": "money that comes"
        case "yes": "yes"
        case "no": "no"
        case "none": "nothing"
        case "fixedAmount": "a fixed amount"
        case "percentage": "a share"
        case "Monday": "Monday"
        case "Tuesday": "Tuesday"
        case "Wednesday": "Wednesday"
        case "Thursday": "Thursday"
        case "Friday": "Friday"
        case "Saturday": "Saturday"
        case "Sunday": "Sunday"
        case "Toy": "Toy"
        case "Game": "Game"
        case "Electronics": "Electronics"
        case "Clothing": "Clothing"
        case "Experience": "Experience"
        case "Savings": "Savings"
        case "Charity": "Charity"
        case "Other": "Other"
        default: word
        }
    }
    let edit = "Change", remove = "Remove"
    let optional = "optional", asItIs = "as it is"
    let chooseAgain = "Choose the photo again."
    let photosWait = "Too many photos come at once. Try again in a minute."
    func noAmount(_ text: String) -> String { "“\(text)” is not an amount. Write it like 12.50, without a sign." }
    let tryAgain = "That was not done. Nothing of what you typed is lost."

    let chores = "Chores", noChores = "There are no chores.", history = "What was done"
    func photo(_ child: String, _ title: String) -> String { "Photo: \(child), \(title)" }
    func state(_ word: String) -> String {
        switch word {
        case "pendingApproval": "waits for a parent"
        case "approved": "approved"
        case "rejected": "rejected"
        case "active": "open"
        case "completed": "reached"
        case "purchased": "bought"
        case "cancelled": "given up"
        case "paused": "paused"
        default: word
        }
    }
    func doneTimes(_ count: Int) -> String { count == 1 ? "done once" : "done \(count) times" }

    let plans = "Goals and wishes", wishes = "Wishes", noPlans = "There are no goals and no wishes."
    func missing(_ amount: String) -> String { "\(amount) are missing" }
    let affordable = "There is enough money for it.", link = "Look at it"
    func due(_ day: String) -> String { "by \(day)" }

    let entries = "On the way", noEntries = "Nothing waits: the server has everything."
    func waiting(_ count: Int) -> String {
        count == 1 ? "One entry is not on the server yet." : "\(count) entries are not on the server yet."
    }
    func entered(_ moment: String) -> String { "entered \(moment)" }
    func entry(_ state: String) -> String {
        switch state {
        case "accepted": "waits"
        case "sending": "being sent"
        case "unknown": "may have arrived"
        case "confirmed": "on the server"
        case "superseded": "no longer needed"
        case "parked": "needs a decision"
        case "discarded": "given up"
        default: state
        }
    }
    let conflicts = "Changed by two people", before = "Before", mine = "Here"
    let onServer = "On the server", nothing = "nothing"
    let keepMine = "Keep what was entered here", keepServer = "Keep what the server has"
    let drill = "Send a drill to all", seen = "It was seen"
    let lookNow = "Look now", rules = "Rules"
    func rule(_ name: String) -> String { "Rule “\(name)”" }
}
