/// What the opening of a database is doing to an older file.
package enum MigrationProgress: Sendable, Equatable {
    case backingUp(copiedPages: Int, of: Int)
    case applying(name: String)
}
