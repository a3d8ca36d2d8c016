/// Why a wording can't be used.
package struct TemplateError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Kind: Sendable, Equatable {
        case unknownField(String)
        case unclosed
        case unopened
    }

    package let kind: Kind
    /// Characters from the start of the text to the mistake.
    package let offset: Int

    init(_ kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    package var description: String {
        switch kind {
        case .unknownField(let name):
            "there is no field {\(name)}; the fields are "
                + TemplateField.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
        case .unclosed: "a { without its }; write {{ for a brace itself"
        case .unopened: "a } without its {; write }} for a brace itself"
        }
    }
}
