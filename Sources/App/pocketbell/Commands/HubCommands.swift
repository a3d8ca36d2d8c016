import CommandLineTool
import Commands
import TextFormats

/// What the three hub commands take.
struct HubOptions: Sendable {
    let address: HubAddress

    init(reading arguments: inout ArgumentReader) {
        let transport: HubAddress.Transport? = arguments.optionalOption(
            "transport", as: .choice, named: "TRANSPORT",
            help: "How to talk to the hub; left out, as the hub prefers, and in another way if that fails.")
        let tokenFile = arguments.optionalOption(
            "token-file", as: .file, named: "FILE", help: "A file or pipe with the access token; '-' is standard input."
        )
        let headers = arguments.repeatedOption(
            "header", short: "H", as: .text, named: "'NAME: VALUE'", help: "A further request header.")
        let timeout = arguments.option(
            "timeout", as: .duration(in: .milliseconds(100)...(.seconds(3_600))), named: "TIME", default: "10s",
            help: "How long to wait for the connection and for an answer.")
        let authority = arguments.optionalOption(
            "ca-file", as: .file, named: "FILE", help: "Certificates to trust besides the system's (PEM).")
        let url = arguments.argument(
            "URL", as: .text, help: "The hub's address, such as https://example.org/hubs/chat.")
        address = HubAddress(
            url: url, transport: transport, tokenFile: tokenFile, headers: headers, timeout: timeout, caFile: authority)
    }
}

struct HubListenCommand: Command {
    static let name = "listen"
    static let summary = "Print what a hub says, one {\"target\":…,\"arguments\":[…]} a line."
    static let discussion =
        "Says on standard error when it is connected, when the connection is lost, and when there is one again. Ctrl-C ends it, with the status 0."
    static let examples = [
        CommandExample("pocketbell hub listen https://example.org/hubs/chat", "Print each message until Ctrl-C."),
        CommandExample(
            "pocketbell hub listen https://example.org/h --count 1 | jq .target",
            "Wait for one message and tell its name."),
        CommandExample(
            "pass hub | pocketbell hub listen https://example.org/h --token-file -",
            "Take the access token from a password store."),
    ]

    private let hub: HubOptions
    private let count: Int?

    init(reading arguments: inout ArgumentReader) {
        hub = HubOptions(reading: &arguments)
        count = arguments.optionalOption(
            "count", short: "n", as: .integer(in: 1...1_000_000_000), named: "COUNT", help: "End after so many.")
    }

    func run() async throws -> ExitCode { await HubTool.listen(hub.address, count: count).code }
}

struct HubInvokeCommand: Command {
    static let name = "invoke"
    static let summary = "Call a hub's method and print the result as JSON."
    static let examples = [
        CommandExample(
            "pocketbell hub invoke https://example.org/hubs/chat Add 2 3", "Call a method with two numbers."),
        CommandExample(
            #"pocketbell hub invoke https://example.org/hubs/chat Say '"Mum"' '"Hello"'"#, "Call one with two texts."),
    ]

    private let hub: HubOptions
    private let method: String
    private let values: [String]

    init(reading arguments: inout ArgumentReader) {
        hub = HubOptions(reading: &arguments)
        method = arguments.argument("METHOD", as: .text, help: "The method's name.")
        values = arguments.remainingArguments("JSON", as: .text, help: "Its arguments, each a JSON value.")
    }

    func run() async throws -> ExitCode { await HubTool.invoke(hub.address, method: method, arguments: values).code }
}

struct HubStreamCommand: Command {
    static let name = "stream"
    static let summary = "Call a hub's streaming method and print each item as JSON, one a line."
    static let examples = [
        CommandExample(
            "pocketbell hub stream https://example.org/hubs/chat Count 10 500", "Print each item as it comes."),
        CommandExample(
            "pocketbell hub stream https://example.org/h Count 3 0 --transport sse",
            "The same by server-sent events."),
    ]

    private let hub: HubOptions
    private let method: String
    private let values: [String]

    init(reading arguments: inout ArgumentReader) {
        hub = HubOptions(reading: &arguments)
        method = arguments.argument("METHOD", as: .text, help: "The method's name.")
        values = arguments.remainingArguments("JSON", as: .text, help: "Its arguments, each a JSON value.")
    }

    func run() async throws -> ExitCode { await HubTool.stream(hub.address, method: method, arguments: values).code }
}
