/// The name and the text of a statement as they stand in the source code; the key of the statement cache.
@usableFromInline
struct StatementSource: Sendable, Hashable {
    let name: StaticString
    let sql: StaticString

    @usableFromInline
    init(name: StaticString, sql: StaticString) {
        precondition(sql.hasPointerRepresentation, "a statement is more than one character")
        self.name = name
        self.sql = sql
    }

    // A literal lives as long as the program, so its address stands for its text. The length is part of
    // the key because a linker may let one literal begin where another does.
    @usableFromInline
    static func == (left: Self, right: Self) -> Bool {
        unsafe left.sql.utf8Start == right.sql.utf8Start && left.sql.utf8CodeUnitCount == right.sql.utf8CodeUnitCount
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) { unsafe hasher.combine(sql.utf8Start) }
}
