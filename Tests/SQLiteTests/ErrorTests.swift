import Glibc
import Testing
import Values

@testable import SQLite

@Suite("Errors of the database")
struct ErrorTests {
    @Test("every kind has a sentence and a next step, without SQLite's codes", arguments: DatabaseError.Kind.allCases)
    func people(kind: DatabaseError.Kind) {
        let error = DatabaseError(kind, "child.insert", "the reason", extendedCode: 0)
        for text in [error.sentence, error.nextStep] {
            #expect(text.hasSuffix(".") && text.first?.isUppercase == true && !text.contains("  "), "\(text)")
        }
        #expect(error.description == "child.insert: \(kind.rawValue): the reason")
        #expect(DatabaseError(kind, "o", "m", extendedCode: 283).description == "o: \(kind.rawValue): m (SQLite 283)")
    }

    @Test(
        "kinds whose message says which are told with it",
        arguments: [
            DatabaseError.Kind.ownedByAnotherProcess, .editedMigration, .cannotOpen, .settingRefused, .inputOutput,
            .tooManyFiles, .decoding,
            .constraint, .notAuthorized, .malformedQuery, .tooBig, .other,
        ])
    func messages(kind: DatabaseError.Kind) {
        #expect(DatabaseError(kind, "o", "the reason").sentence.contains("the reason"))
    }

    @Test("different kinds are different sentences, but for mistakes of the program")
    func different() {
        let sentences = DatabaseError.Kind.allCases.map {
            DatabaseError($0, "o", "m").sentence.replacing($0.rawValue, with: "")
        }
        #expect(Set(sentences).count == DatabaseError.Kind.allCases.count - 4)
    }

    @Test(
        "SQLite's results are kinds, whatever their extension",
        arguments: [
            (Int32(13), DatabaseError.Kind.full), (10, .inputOutput), (11, .corrupt), (26, .notADatabase),
            (8, .readOnly),
            (7, .outOfMemory),
            (19, .constraint), (23, .notAuthorized), (18, .tooBig), (5, .busy), (6, .busy), (9, .interrupted),
            (14, .cannotOpen),
            (3, .cannotOpen), (1, .other), (21, .other), (25, .other),
        ])
    func results(code: Int32, kind: DatabaseError.Kind) {
        #expect(DatabaseError.Kind(resultCode: code) == kind)
        #expect(DatabaseError.Kind(resultCode: code | 3 << 8) == kind)
    }

    @Test(
        "the system's reasons are kinds, and too many files are known behind SQLite's own",
        arguments: [
            (EROFS, DatabaseError.Kind.readOnlyFolder), (EACCES, .readOnlyFolder), (ENOSPC, .full), (EDQUOT, .full),
            (EMFILE, .tooManyFiles),
            (ENFILE, .tooManyFiles), (EIO, .inputOutput), (ENOENT, .cannotOpen), (0, .cannotOpen),
        ])
    func reasons(code: Int32, kind: DatabaseError.Kind) {
        #expect(DatabaseError.Kind(systemError: code) == kind)
        #expect(
            DatabaseError.Kind(resultCode: 14, systemError: code)
                == (kind == .tooManyFiles ? .tooManyFiles : .cannotOpen))
    }

    enum Colour: String, DatabaseValue { case red, green }
    struct Number: RawRepresentable, DatabaseValue, Equatable { let rawValue: Int }

    @Test("a typed value is its raw one, and one that nobody knows is told with its type")
    func typed() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let colour = Query<Colour?, Colour?>("q.colour", "SELECT ?1      ")
        let number = Query<Number, Number>("q.number", "SELECT ?1       ")
        #expect(try await database.read { try $0.first(colour, .green) } == .some(.green))
        #expect(try await database.read { try $0.first(colour, nil) } == .some(nil))
        #expect(try await database.read { try $0.first(number, Number(rawValue: -7)) } == Number(rawValue: -7))
        let unknown = Query<Colour>("q.unknown", "SELECT 'blue' AS c")
        let error = await #expect(throws: DatabaseError.self) { try await database.read { try $0.all(unknown) } }
        #expect(error?.description == "q.unknown: decoding: column 0 'c': not a Colour, found TEXT")
        await database.close()
    }

    @Test(
        "a value is read from its own storage class alone, and each class has its name",
        arguments: [
            ("1.0", "REAL"), ("x'31'", "BLOB"), ("'1'", "TEXT"), ("NULL", "NULL"),
        ])
    func storage(sql: String, name: String) async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let integer = Query<Int, String>(
            "q.i", "SELECT CASE ?1 WHEN '1.0' THEN 1.0 WHEN 'x''31''' THEN x'31' WHEN '''1''' THEN '1' END AS c")
        let error = await #expect(throws: DatabaseError.self) { try await database.read { try $0.all(integer, sql) } }
        #expect(error?.message == "column 0 'c': expected INTEGER, found \(name)")
        await database.close()
    }
}
