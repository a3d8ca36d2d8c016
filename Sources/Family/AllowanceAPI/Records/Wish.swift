package import JSON
package import Values

/// Something that a child would like to have. Servers since 2026 have goals instead.
package struct Wish: FamilyRecord {
    package let id: Identifier<Wish>
    package let child: Child.ID?
    /// Children write this: it is hostile until shown to be harmless.
    package let name: String
    package let price: Decimal
    /// Where it can be bought, as somebody typed it.
    package let link: String?
    /// As hostile as ``name``.
    package let notes: String?
    package let isPurchased: Bool
    package let purchasedAt: Timestamp?
    package let createdAt: Timestamp?

    /// Where servers have them.
    package static let list = RecordList(
        of: Wish.self, "wishlist", for: .child, at: "/children/{owner}/wishlist", "/wishlist/children/{owner}")

    package init(_ reader: RecordReader) throws(JSONError) {
        id = try reader.id()
        child = try reader.child()
        name = try reader.text("name")
        price = try reader.money("price")
        link = try reader.optionalText("url")
        notes = try reader.optionalText("notes")
        isPurchased = try reader.flag("isPurchased")
        purchasedAt = try reader.moment("purchasedAt")
        createdAt = try reader.moment("createdAt")
    }

    package func write(to object: inout JSONObjectWriter) {
        object.set("name", name)
        object.set("price", price.moneyText)
        object.set("link", link)
        object.set("notes", notes)
        object.set("purchased", isPurchased)
        object.set("purchasedAt", purchasedAt?.wholeSeconds)
        object.set("createdAt", createdAt?.wholeSeconds)
    }
}
