import CommandLineTool
import Commands
import TextFormats

struct WishlistAddCommand: OrderCommand {
    static let name = "add"
    static let summary = "Add a wish of a child's."
    static let examples = [
        CommandExample(
            "pocketbell wishlist add Alice Kite --price 12.50", "Alice would like to have a kite."),
        CommandExample(
            "pocketbell wishlist add Alice Kite --link https://shop.example/kite --wait 10s",
            "Say where it can be bought, and wait until the server has it."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let price = arguments.optionalOption(
            "price", as: .price, named: "AMOUNT", help: "What it costs.")
        let link = arguments.optionalOption(
            "link", as: .text, named: "URL", help: "Where it can be bought.")
        let notes = arguments.optionalOption(
            "notes", as: .text, named: "TEXT", help: "More about it.")
        let child = arguments.argument(
            "CHILD", as: .text, naming: .child, help: "A first name, a full name or an id.")
        let words = arguments.remainingArguments("WISH", as: .text, help: "What it is, in some words.")
        options = common.options
        order = .addWish(of: child, words, price: price, link: link, notes: notes, common.terms)
    }
}

struct WishlistEditCommand: OrderCommand {
    static let name = "edit"
    static let summary = "Change a wish."
    static let examples = [
        CommandExample(
            "pocketbell wishlist edit Kite --price 14.50", "It costs more by now."),
        CommandExample(
            "pocketbell wishlist edit Kite --child Alice --notes ''", "Take the notes away from Alice's kite."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let name = arguments.optionalOption(
            "name", as: .text, named: "TEXT", help: "What it is.")
        let price = arguments.optionalOption(
            "price", as: .price, named: "AMOUNT", help: "What it costs.")
        let link = arguments.optionalOption(
            "link", as: .textOrNothing, named: "URL", help: "Where it can be bought.")
        let notes = arguments.optionalOption(
            "notes", as: .textOrNothing, named: "TEXT", help: "More about it.")
        let child = OrderArguments.child(reading: &arguments)
        let wish = arguments.argument("WISH", as: .text, help: "Its name, its id, or how only that begins.")
        options = common.options
        order = .editWish(
            wish, of: child, name: name, price: price, link: link, notes: notes, common.terms)
    }
}

struct WishlistBuyCommand: OrderCommand {
    static let name = "buy"
    static let summary = "Note that a wish was bought."
    static let examples = [
        CommandExample(
            "pocketbell wishlist buy Kite", "It is no longer open."),
        CommandExample(
            "pocketbell wishlist buy Kite --child Alice --wait 10s", "Wait until the server has it."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let child = OrderArguments.child(reading: &arguments)
        let wish = arguments.argument("WISH", as: .text, help: "Its name, its id, or how only that begins.")
        options = common.options
        order = .buyWish(wish, of: child, common.terms)
    }
}

struct WishlistRemoveCommand: OrderCommand {
    static let name = "remove"
    static let summary = "Take a wish away."
    static let examples = [
        CommandExample(
            "pocketbell wishlist remove Kite", "Nobody wishes for it any more."),
        CommandExample(
            "pocketbell wishlist remove 3fa2c0de", "By its id, as 'wishlist --ids' shows it."),
    ]

    let options: CommonOptions
    let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let child = OrderArguments.child(reading: &arguments)
        let wish = arguments.argument("WISH", as: .text, help: "Its name, its id, or how only that begins.")
        options = common.options
        order = .removeWish(wish, of: child, common.terms)
    }
}
