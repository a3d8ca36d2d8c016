/// A word of the tool: a command, or a group that has more words below it.
package enum CommandEntry: Sendable {
    case command(any Command.Type)
    /// `standard` is the command that the group's bare name means: `deliveries` is `deliveries list`. It is among the
    /// entries.
    case group(name: String, summary: String, standard: (any Command.Type)? = nil, [CommandEntry])

    var name: String {
        switch self {
        case .command(let type): type.name
        case .group(let name, _, _, _): name
        }
    }

    var summary: String {
        switch self {
        case .command(let type): type.summary
        case .group(_, let summary, _, _): summary
        }
    }

    /// Every command below this word, with the words that lead to it.
    func commands(below path: [String] = []) -> [(path: [String], type: any Command.Type)] {
        switch self {
        case .command(let type): [(path + [type.name], type)]
        case .group(let name, _, _, let children): children.flatMap { $0.commands(below: path + [name]) }
        }
    }
}
