import Store
import Testing

@Suite("How records are found")
struct RecordIndexTests {
    /// These are excused from a bound of their own, since whoever reads stops at a limit: so they have to come in the index's order.
    @Test(
        "a list is read from its index, in its order, however many records of other kinds there are",
        arguments: [
            ("record.ofKind", "record_listed"), ("accountRecord.ofList", "account_record_by_list"),
            ("accountRecord.behind", "record_listed"), ("record.purge", "record_gone"),
            ("recordRevision.purge", "record_revision_by_age"), ("txnRevision.purge", "txn_revision_by_age"),
        ])
    func index(_ name: String, _ index: String) async throws {
        let folder = try TestStore()
        try await folder.open().close()
        let statements = try DeclaredStatement.all(below: DeclaredStatement.folder)
        let sql = try #require(statements.first { $0.name == name }).sql
        let plan = try RawDatabase(folder.file).rows("EXPLAIN QUERY PLAN " + sql).map { $0[3] }
        #expect(plan.contains { $0.contains("INDEX \(index) ") || $0.hasSuffix("INDEX \(index)") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0 == "SCAN record" || $0 == "SCAN r" }, "\(plan)")
    }
}
