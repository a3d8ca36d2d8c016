package import JSON

/// A hub message that follows from a change.
package struct Announcement: Sendable, Equatable {
    package enum Audience: Sendable, Equatable {
        case family
        case person(String)
    }

    package let audience: Audience
    package let target: String
    package let arguments: [JSONFragment]
}
