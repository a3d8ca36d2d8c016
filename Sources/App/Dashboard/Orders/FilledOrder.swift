import Store

/// An order that is given by filling in a form: what the command line can order about money and records.
enum FilledOrder: Hashable, Sendable {
    /// Money that a child got or spent.
    case transaction
    /// About a record, or what is decided for a child.
    case deed(RecordOrder.Deed)

    static let all: [FilledOrder] = [.transaction] + RecordOrder.Deed.allCases.map { .deed($0) }

    /// - Parameter word: as addresses and forms have it.
    init?(_ word: String) {
        guard let order = Self.all.first(where: { $0.word == word }) else { return nil }
        self = order
    }

    var word: String { if case .deed(let deed) = self { deed.rawValue } else { "transaction" } }

    /// Of which records the one is that is changed or removed; `nil` where there is none yet.
    var record: RecordRow.Kind? {
        if case .deed(let deed) = self, deed.subject == .record { deed.subjectKind } else { nil }
    }

    /// Whether it is said whose it is, by the child.
    var isOfChild: Bool {
        guard case .deed(let deed) = self else { return true }
        return deed.subject == .child || deed.subject == .settings
    }

    /// Whether the form shows what there is, and sends what is another than that.
    var changes: Bool { [.deed(.editWish), .deed(.editGoal), .deed(.changeSettings)].contains(self) }

    /// The address of its form.
    func address(child: String? = nil, record: String? = nil) -> String {
        PageAddress.with(["child": child ?? "", "record": record ?? ""], of: "\(Self.path)\(word)")
    }

    /// Before the word.
    static let path = "/order/"
}

/// A field of a form, under the name that records have for it.
struct FormField: Sendable, Equatable {
    /// What can be in it.
    enum Shape: Sendable, Equatable {
        case line, text, amount, day, link, photo
        case number
        /// One of these words, which the server has for it.
        case choice([String])
    }

    let name: String
    let shape: Shape
    var isRequired = false

    fileprivate init(_ name: String, _ shape: Shape = .line, isRequired: Bool = false) {
        (self.name, self.shape, self.isRequired) = (name, shape, isRequired)
    }
}

extension FilledOrder {
    private static let flags = FormField.Shape.choice(["yes", "no"])

    /// In the order in which a person fills them in. What they may hold is the server's to say: `Control` checks it.
    var fields: [FormField] {
        guard case .deed(let deed) = self else {
            return [
                FormField("direction", .choice(["out", "in"]), isRequired: true),
                FormField("amount", .amount, isRequired: true), FormField("description", isRequired: true),
                FormField("category"), FormField("notes", .text),
            ]
        }
        switch deed {
        case .addWish, .editWish:
            return [
                FormField("name", isRequired: true), FormField("price", .amount, isRequired: true),
                FormField("link", .link), FormField("notes", .text),
            ]
        case .addGoal, .editGoal:
            return [
                FormField("name", isRequired: true), FormField("target", .amount, isRequired: true),
                FormField("description", .text), FormField("category", .choice(Self.goalCategories)),
                FormField("due", .day), FormField("link", .link), FormField("priority", .number),
            ]
        case .depositGoal: return [FormField("amount", .amount, isRequired: true), FormField("description")]
        case .withdrawGoal: return [FormField("amount", .amount, isRequired: true), FormField("reason")]
        case .setAllowance: return [FormField("weeklyAllowance", .amount, isRequired: true), FormField("reason")]
        case .pauseAllowance: return [FormField("reason")]
        case .changeSettings:
            return [
                FormField("weeklyAllowance", .amount), FormField("allowanceDay", .choice(Self.days)),
                FormField("savesAutomatically", Self.flags),
                FormField("transfer", .choice(["none", "fixedAmount", "percentage"])),
                FormField("transferPercentage", .number), FormField("transferAmount", .amount),
                FormField("seesSavings", Self.flags), FormField("mayOwe", Self.flags),
            ]
        case .addChore:
            return [
                FormField("title", isRequired: true), FormField("reward", .amount, isRequired: true),
                FormField("description", .text),
            ]
        case .doneChore: return [FormField("photo", .photo), FormField("notes", .text)]
        case .rejectChore: return [FormField("rejection")]
        case .buyWish, .removeWish, .removeGoal, .resumeAllowance, .approveChore, .readNotifications: return []
        }
    }

    /// As the server names them; what it offers besides is for `Control` to say.
    private static let goalCategories = [
        "Toy", "Game", "Electronics", "Clothing", "Experience", "Savings", "Charity", "Other",
    ]
    private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
}
