import Store

/// Texts are as typed; what is `nil` was not typed. A wish is its name, its id, or how that begins.
extension RecordOrdering {
    /// `pocketbell wishlist add`.
    package static func addWish(
        of child: String, _ words: [String], price: String?, link: String?, notes: String?, _ terms: Terms
    ) -> Self {
        Self(
            .addWish, child: child,
            fields: ["name": words.joined(separator: " "), "price": price, "link": link, "notes": notes], terms)
    }

    /// `pocketbell wishlist edit`.
    package static func editWish(
        _ wish: String, of child: String?, name: String?, price: String?, link: String?, notes: String?, _ terms: Terms
    ) -> Self {
        Self(
            .editWish, child: child, record: wish,
            fields: ["name": name, "price": price, "link": link, "notes": notes], terms)
    }

    /// `pocketbell wishlist buy`.
    package static func buyWish(_ wish: String, of child: String?, _ terms: Terms) -> Self {
        Self(.buyWish, child: child, record: wish, terms)
    }

    /// `pocketbell wishlist remove`.
    package static func removeWish(_ wish: String, of child: String?, _ terms: Terms) -> Self {
        Self(.removeWish, child: child, record: wish, terms)
    }
}
