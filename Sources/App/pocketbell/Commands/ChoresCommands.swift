import CommandLineTool
import Commands
import TextFormats

struct ChoresPhotoCommand: Command {
    static let name = "photo"
    static let summary = "Save the photo of a chore that was done."
    static let discussion =
        "It is fetched when somebody asks for it, by the running program, and kept for 30 days. Without --output it goes to standard output, for a viewer behind a pipe."
    static let examples = [
        CommandExample("pocketbell chores photo 3fa2 --output lawn.jpg", "Save a photo."),
        CommandExample("pocketbell chores photo 3fa2 >lawn.jpg", "Save it as the shell saves files."),
    ]

    private let options: CommonOptions
    private let id: String
    private let file: String?

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments, json: false)
        file = arguments.optionalOption(
            "output", short: "o", as: .file, named: "FILE", help: "Where to save it; an older file goes.")
        id = arguments.argument(
            "ID", as: .text,
            help: "The id that 'chores history --ids' shows, or as much as only it begins with.")
    }

    func run() async throws -> ExitCode { await PhotoFetch.run(options.context, id: id, to: file).code }
}

struct ChoresAddCommand: Command {
    static let name = "add"
    static let summary = "Add a chore that a child is paid for."
    static let discussion = OrderArguments.discussion
    static let examples = [
        CommandExample("pocketbell chores add Alice Lawn --reward 5.00", "Alice may mow the lawn."),
        CommandExample(
            "pocketbell chores add Alice Lawn --reward 5 --description Both --wait 10s",
            "Say more about it, and wait until the server has it."),
    ]

    private let arguments: OrderArguments
    private let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let reward = arguments.optionalOption(
            "reward", as: .price, named: "AMOUNT", help: "What each time brings, once a parent approves.")
        let description = arguments.optionalOption(
            "description", as: .text, named: "TEXT", help: "More about it.")
        let child = arguments.argument(
            "CHILD", as: .text, naming: .child, help: "A first name, a full name or an id.")
        let words = arguments.remainingArguments("CHORE", as: .text, help: "What it is, in some words.")
        self.arguments = common
        order = .addChore(for: child, words, reward: reward, description: description, common.terms)
    }

    func run() async throws -> ExitCode { await order.run(arguments.options.context).code }
}

struct ChoresDoneCommand: Command {
    static let name = "done"
    static let summary = "Say that a chore is done, with a photo of it."
    static let discussion =
        "Only the child whose chore it is may say so. A photo is made small and upright, and loses what the camera wrote about place and time, before anything is kept or sent.\n"
        + OrderArguments.discussion
    static let examples = [
        CommandExample("pocketbell chores done Lawn", "The lawn is mowed."),
        CommandExample(
            "pocketbell chores done Lawn --photo lawn.jpg --wait 1m",
            "Show it too, and wait until the server has it."),
    ]

    private let arguments: OrderArguments
    private let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let child = FilterArguments.child(reading: &arguments)
        let notes = arguments.optionalOption("notes", as: .text, named: "TEXT", help: "What the parents should know.")
        let photo = arguments.optionalOption("photo", as: .file, named: "FILE", help: "A JPEG picture of it.")
        let chore = arguments.argument(
            "CHORE", as: .text, help: "Its title, its id, or as much of that as only it begins with.")
        self.arguments = common
        order = .doneChore(chore, child: child, notes: notes, photo: photo, common.terms)
    }

    func run() async throws -> ExitCode { await order.run(arguments.options.context).code }
}

struct ChoresApproveCommand: Command {
    static let name = "approve"
    static let summary = "Pay for a chore that was done."
    static let discussion = OrderArguments.discussion
    static let examples = [
        CommandExample("pocketbell chores approve Lawn", "Approve the one time that waits."),
        CommandExample("pocketbell chores approve 3fa2 --wait 10s", "Approve one of several, and wait for the server."),
    ]

    private let arguments: OrderArguments
    private let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let child = FilterArguments.child(reading: &arguments)
        let done = ReviewArguments.done(reading: &arguments)
        self.arguments = common
        order = .approveChore(done, child: child, common.terms)
    }

    func run() async throws -> ExitCode { await order.run(arguments.options.context).code }
}

struct ChoresRejectCommand: Command {
    static let name = "reject"
    static let summary = "Do not pay for a chore that was done."
    static let discussion = OrderArguments.discussion
    static let examples = [
        CommandExample("pocketbell chores reject Lawn --reason 'the edges are missing'", "Say why."),
        CommandExample("pocketbell chores reject 3fa2", "Reject one of several."),
    ]

    private let arguments: OrderArguments
    private let order: RecordOrdering

    init(reading arguments: inout ArgumentReader) {
        let common = OrderArguments(reading: &arguments)
        let child = FilterArguments.child(reading: &arguments)
        let reason = arguments.optionalOption("reason", as: .text, named: "TEXT", help: "Why; the child sees it.")
        let done = ReviewArguments.done(reading: &arguments)
        self.arguments = common
        order = .rejectChore(done, child: child, reason: reason, common.terms)
    }

    func run() async throws -> ExitCode { await order.run(arguments.options.context).code }
}

private enum ReviewArguments {
    static func done(reading arguments: inout ArgumentReader) -> String {
        arguments.argument(
            "DONE", as: .text,
            help:
                "The chore's title where one time waits; else the id that 'chores history --ids' shows, or as much as only it begins with."
        )
    }
}
