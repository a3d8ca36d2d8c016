import JSON

extension OrderForm {
    /// The bounds of the servers that have wishes.
    private static let wish: [OrderField] = [
        .text("name", 1...200, isRequired: true), .money("price", cents: 1...10_000_000, isRequired: true),
        .text("link", as: "url", 1...2_000), .text("notes", 1...1_000),
    ]

    /// A child would like to have something.
    package static let addWish = OrderForm(
        "wishlist add", .makes, by: .anybody, wish, shownBy: Wish.list, at: .post("/children/{child}/wishlist"),
        .post("/wishlist", child: "childId"))

    /// These servers clear what a change leaves out.
    package static let editWish = OrderForm(
        "wishlist edit", .sets, by: .anybody, wish.map(\.optional), shownBy: Wish.list,
        at: .put("/children/{child}/wishlist/{record}", .whole), .put("/wishlist/{record}", .whole))

    /// Some servers take it back when it is said twice: it is looked at before each time.
    package static let buyWish = OrderForm(
        "wishlist buy", .sets, by: .anybody, [], fixed: [JSONObject.Member("purchased", .bool(true))],
        shownBy: Wish.list, at: .post("/children/{child}/wishlist/{record}/purchase", .nothing),
        .post("/wishlist/{record}/purchase", .nothing))

    /// It is no longer wished for.
    package static let removeWish = OrderForm(
        "wishlist remove", .removes, by: .anybody, [], shownBy: Wish.list,
        at: .delete("/children/{child}/wishlist/{record}"), .delete("/wishlist/{record}"), heeding: wish)
}
