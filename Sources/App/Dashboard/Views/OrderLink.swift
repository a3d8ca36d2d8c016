import Store

/// A link to an order's form.
struct OrderLink {
    let reader: PageReader
    let order: FilledOrder

    /// Beside what it is about a word is enough.
    private var title: String {
        switch order {
        case .deed(.editWish), .deed(.editGoal): reader.orders.edit
        case .deed(.removeWish), .deed(.removeGoal): reader.orders.remove
        default: reader.orders.order(order)
        }
    }

    /// - Parameter about: what it is about, for those who hear it without what stands around it.
    /// - Returns: nothing where whoever is signed in may not give it.
    func html(child: String? = nil, record: String? = nil, about: String? = nil) -> HTML {
        guard reader.standing.mayOrder(order) else { return .none }
        let title = title
        return .element(
            "a",
            [
                "class": "order", "href": order.address(child: child, record: record),
                "aria-label": about.map { "\(title): \($0)" },
            ], "\(title)")
    }
}
