/// What the page says about orders, chores, goals and wishes besides what all views say, in one language.
protocol OrderWords: Sendable {
    // MARK: Forms

    /// What an order is called: the form's title, the link that leads to it, and its button.
    func order(_ order: FilledOrder) -> String
    /// A field's name, as records have it.
    func field(_ name: String) -> String
    /// A word that a field can hold; itself where people have typed it.
    func choice(_ word: String) -> String
    /// On a link to a form that shows what there is.
    var edit: String { get }
    var remove: String { get }
    /// Of a field that may stay empty.
    var optional: String { get }
    /// Of a choice that is not made: it stays as it is.
    var asItIs: String { get }
    /// Above what was wrong with a form.
    var tryAgain: String { get }
    /// Beside a file that was chosen, after a refusal.
    var chooseAgain: String { get }
    /// Where too many photos come at once.
    var photosWait: String { get }
    /// - Parameter text: as typed.
    func noAmount(_ text: String) -> String

    // MARK: Chores

    var chores: String { get }
    var noChores: String { get }
    /// What was done, approved or not.
    var history: String { get }
    /// Of a picture: whose, and of what.
    func photo(_ child: String, _ title: String) -> String
    /// A word of a record's state, such as `pendingApproval`.
    func state(_ word: String) -> String
    func doneTimes(_ count: Int) -> String

    // MARK: Goals and wishes

    var plans: String { get }
    var wishes: String { get }
    var noPlans: String { get }
    /// What is still missing for it.
    func missing(_ amount: String) -> String
    var affordable: String { get }
    func due(_ day: String) -> String
    var link: String { get }

    // MARK: What is on its way

    /// What was entered here and is not on the server yet.
    var entries: String { get }
    var noEntries: String { get }
    func waiting(_ count: Int) -> String
    func entered(_ moment: String) -> String
    /// A word of an entry's state.
    func entry(_ state: String) -> String
    /// Where an order and somebody else have changed the same.
    var conflicts: String { get }
    var before: String { get }
    var mine: String { get }
    var onServer: String { get }
    var keepMine: String { get }
    var keepServer: String { get }
    var nothing: String { get }

    // MARK: Alerts

    /// On the button that has an alert sent to every target that says that nothing has happened.
    var drill: String { get }
    /// On the button with which a person says so of an alert.
    var seen: String { get }
    /// On the button that has everything read anew.
    var lookNow: String { get }
    /// What they make of something.
    var rules: String { get }
    func rule(_ name: String) -> String
}
