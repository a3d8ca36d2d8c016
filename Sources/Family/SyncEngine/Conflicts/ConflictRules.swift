import AllowanceAPI
package import Store

/// Which rule decides which field: what each kind of record declares, and what the configuration says instead.
package struct ConflictRules: Sendable, Hashable {
    /// By kind (`goal`), or by kind and field (`goal.name`).
    private let overrides: [String: ConflictRow.Rule]

    /// - Parameter overrides: by the words of ``names``; what is not among them is never asked for.
    package init(_ overrides: [String: ConflictRow.Rule] = [:]) { self.overrides = overrides }

    /// A field's own word comes before its kind's, and both before the declaration. What only the server can know is always the
    /// server's.
    package func rule(of kind: RecordRow.Kind, _ field: String) -> ConflictRow.Rule {
        let declared = kind.declaration.conflicts
        guard declared != .server else { return .server }
        return overrides["\(kind.rawValue).\(field)"] ?? overrides[kind.rawValue] ?? declared
    }

    /// Every word that the configuration may use, in one order: kinds of records that can be changed here, and their fields.
    package static var names: [String] {
        RecordRow.Kind.allCases.filter { $0.declaration.conflicts != .server }.flatMap { kind in
            let fields = RecordOrder.Deed.allCases.filter { $0.kind == kind }.flatMap {
                OrderComparison($0.form).contestable
            }
            return [kind.rawValue] + Set(fields).sorted().map { "\(kind.rawValue).\($0)" }
        }
    }
}
