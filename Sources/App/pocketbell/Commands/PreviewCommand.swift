import CommandLineTool
import Commands
import TextFormats

struct PreviewCommand: Command {
    static let name = "preview"
    static let summary = "Show what a rule would say at each of its targets, without telling anybody."
    static let examples = [
        CommandExample("pocketbell preview money", "Read what the rule 'money' says of samples."),
        CommandExample(
            "pocketbell preview money --target chat --language fr", "One target, as a French reader gets it."),
        CommandExample("pocketbell preview money --event event.json", "What it would say of what a webhook was sent."),
    ]

    private let options: CommonOptions
    private let preview: Preview

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments, program: false)
        let event = arguments.optionalOption(
            "event", as: .file, named: "FILE",
            help:
                "A JSON file in the form of a webhook's body, `-` for standard input. Left out: a sample of each kind that the rule tells of."
        )
        let target = arguments.optionalOption(
            "target", as: .text, named: "NAME", naming: .target, help: "Only this one of the rule's targets.")
        let language: ReaderLanguage? = arguments.optionalOption(
            "language", as: .choice, named: "LANGUAGE", help: "Instead of what the targets' readers speak.")
        let rule = arguments.argument(
            "RULE", as: .text, naming: .rule, help: "The name of a rule in the configuration.")
        preview = Preview(rule: rule, event: event, target: target, language: language)
    }

    func run() async throws -> ExitCode { await preview.run(options.context).code }
}
