import JSON

/// A hub message that follows from a change.
package struct Announcement: Sendable, Equatable {
    enum Audience: Sendable, Equatable {
        case family
        case person(String)
    }

    let audience: Audience
    let target: String
    let arguments: [JSONFragment]
}
