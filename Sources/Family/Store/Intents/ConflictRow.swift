package import SQLite
package import Values

/// A field of a record that a person here and somebody else have both changed, with both versions, and what was made of it.
package struct ConflictRow: Sendable, Hashable {
    /// Tells conflicts apart; what people type.
    package struct Number: RawRepresentable, Hashable, Sendable, DatabaseValue {
        /// From 1; never used twice.
        package let rawValue: Int64

        /// For rows and for what a person typed; there need not be such a conflict.
        package init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// What a person reads of an order that waits for a decision.
    package static let question = "somebody else has changed the same since: see 'pocketbell conflicts'"

    /// How a conflict is decided; SQL compares the words, and the configuration has them.
    package enum Rule: String, Sendable, DatabaseValue, CaseIterable {
        /// What the server has stays.
        case server
        /// What was ordered here is sent.
        case client
        /// Where only one side has changed the field, that side counts; where both have, a person decides.
        case merge
        /// A person decides whenever the server's value is another than it was.
        case manual
    }

    /// What counts in the end.
    package enum Result: String, Sendable, DatabaseValue, CaseIterable {
        /// What the server had.
        case server
        /// What was ordered here.
        case client
        /// What a person has said instead of both.
        case other
    }

    /// Who has decided it.
    package enum Resolver: String, Sendable, DatabaseValue {
        case rule, person
    }

    /// Its end.
    package struct Resolution: Sendable, Hashable {
        package let result: Result
        /// What a person has set, as JSON text; `nil` unless ``result`` is `other`.
        package let value: String?
        package let resolver: Resolver
        /// Wall time.
        package let at: Timestamp

        /// - Parameter value: as JSON text.
        package init(_ result: Result, value: String? = nil, by resolver: Resolver, at moment: Timestamp) {
            (self.result, self.value, self.resolver, at) = (result, value, resolver, moment)
        }
    }

    package let number: Number
    /// The order that met it.
    package let intent: IntentRow.ID
    /// Whose login gave the order.
    package let account: AccountRow.ID
    package let server: ServerRow.ID
    /// `nil` of what is no child's.
    package let child: ChildRow.ID?
    package let kind: RecordRow.Kind
    package let record: RecordRow.ID
    /// What the record was called when the order was given.
    package let title: String
    /// As records say it, or `removal` for the record as a whole.
    package let field: String
    /// What the record said when the order was given, as JSON text; `nil` for nothing, as of the two others.
    package let base: String?
    /// What was ordered here.
    package let local: String?
    /// What the server said when it was found, or looked at last.
    package let remote: String?
    /// By which it was decided, or left to a person.
    package let rule: Rule
    /// Wall time.
    package let foundAt: Timestamp
    /// `nil` while it waits for a person.
    package let resolution: Resolution?
}

extension ConflictRow: RowDecodable {
    /// Columns in the order of the queries.
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        intent = try row.value(1)
        account = try row.value(2)
        server = try row.value(3)
        child = try row.value(4)
        kind = try row.value(5)
        record = try row.value(6)
        title = try row.value(7)
        field = try row.value(8)
        base = try row.value(9)
        local = try row.value(10)
        remote = try row.value(11)
        rule = try row.value(12)
        foundAt = try row.value(13)
        if let result = try row.value(14, as: Result?.self) {
            resolution = Resolution(
                result, value: try row.value(15), by: try row.value(16), at: try row.value(17))
        } else {
            resolution = nil
        }
    }
}

/// A conflict that has just been met.
package struct NewConflict: Sendable, Hashable {
    let intent: IntentRow.ID
    let field: String
    let base: String?, local: String?, remote: String?
    let rule: ConflictRow.Rule
    let resolution: ConflictRow.Resolution?

    /// - Parameters:
    ///   - base: as JSON text, as of the two others.
    ///   - resolution: `nil` where a person has to decide.
    package init(
        of intent: IntentRow.ID, _ field: String, base: String?, local: String?, remote: String?,
        rule: ConflictRow.Rule, resolution: ConflictRow.Resolution? = nil
    ) {
        (self.intent, self.field, self.rule, self.resolution) = (intent, field, rule, resolution)
        (self.base, self.local, self.remote) = (base, local, remote)
    }
}

extension NewConflict: Bindable {
    /// Binds ?1 to ?10 of the insertion.
    package func bind(to binder: inout Binder) {
        binder.append(intent)
        binder.append(field)
        binder.append(base)
        binder.append(local)
        binder.append(remote)
        binder.append(rule)
        binder.append(resolution?.result)
        binder.append(resolution?.value)
        binder.append(resolution?.resolver)
        binder.append(resolution?.at)
    }
}
