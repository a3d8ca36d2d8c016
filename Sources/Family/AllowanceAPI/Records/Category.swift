package import JSON

/// A word that money is filed under, for one of its two ways: what is offered for both is two of them.
package struct Category: FamilyRecord {
    package let id: Identifier<Category>
    /// Whether it is for money that comes or that goes.
    package let way: Way
    /// The server's word, such as `OtherIncome`.
    package let name: String

    /// Nobody's: they are the server's own.
    package var child: Child.ID? { nil }

    /// Which way money moves.
    package enum Way: String, Sendable, CaseIterable {
        case income, spending

        /// What servers call it, as in a transaction.
        package var serverWord: String { self == .income ? Transaction.Kind.credit.word : Transaction.Kind.debit.word }
    }

    /// One list for each way: `/categories/all` does not say which word is for which, and has some that only the server files under.
    package static let list = RecordList(of: Category.self, "categories", for: .way, at: "/categories?type={owner}")

    /// Servers list bare words.
    package init(_ reader: RecordReader) throws(JSONError) {
        guard let way = Way.allCases.first(where: { $0.serverWord == reader.owner }) else {
            throw reader.node.mismatch("a list for Credit or Debit")
        }
        let name = CategoryNames.name(try reader.node.word())
        guard let id = Identifier<Category>(rawValue: "\(way.rawValue)-\(name)"), !name.isEmpty else {
            throw reader.node.mismatch("a word of letters and digits")
        }
        (self.id, self.way, self.name) = (id, way, name)
    }

    package func write(to object: inout JSONObjectWriter) {
        object.set("category", name)
        object.set("way", way.rawValue)
    }
}
