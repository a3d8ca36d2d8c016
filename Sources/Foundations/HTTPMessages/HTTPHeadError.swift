/// Why a message's head is refused.
package struct HTTPHeadError: Error, Equatable {
    package enum Kind: Sendable, Equatable { case malformed, tooLarge }

    package let kind: Kind
    package let detail: String

    package init(_ detail: String, kind: Kind = .malformed) {
        self.kind = kind
        self.detail = detail
    }
}
