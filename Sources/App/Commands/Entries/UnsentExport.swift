import Configuration
import Control
import Daemon
import Glibc
import JSON
import Store
import Values

/// `pocketbell pending export`: what is not on the server yet, as a file that any version of the program imports.
package struct UnsentExport: Sendable {
    private let file: String
    private let replaces: Bool

    /// - Parameters:
    ///   - file: `-` is standard output.
    ///   - replaces: whether a file that is there already gives way.
    package init(to file: String, replaces: Bool = false) {
        self.file = file
        self.replaces = replaces
    }

    private struct Lines {
        var texts: [String] = []
        var photos = 0
        var isWhole = true

        mutating func add(_ line: JSONValue, hasPhoto: Bool) {
            texts.append(line.description)
            if hasPhoto { photos += 1 }
        }
    }

    /// Asks the running program; without one the store's files are read as they are, whatever wrote them.
    package func run(_ context: CommandContext) async -> CommandOutcome {
        do {
            guard unsafe file == "-" || replaces || access(file, F_OK) != 0 else {
                throw DaemonError(
                    .usage, "the file \(file.harmless) is there already", hint: "choose another name, or add --force")
            }
            let lines =
                switch try await Addressee.find(context) {
                case .program(let program): try await Inquiry.with(program, asked)
                case .files(let configuration): try await read(StateFolder(configuration.state))
                }
            try write(lines)
            try tell(lines, context)
            return lines.isWhole ? .success : .needsPerson
        } catch {
            return Output.outcome(of: error)
        }
    }

    private func asked(_ inquiry: Inquiry) async throws -> Lines {
        let list = JSONNode(try await inquiry.ask(ControlRequest(.get, [UnsentLine.mark])))
        var lines = Lines()
        for id in try list.required("orders").elements() {
            do {
                let request = ControlRequest(.get, [UnsentLine.mark, try id.string()])
                let answer = JSONNode(try await inquiry.ask(request))
                lines.add(try answer.required("line").value, hasPhoto: try answer.required("hasPhoto").bool())
            } catch let error as DaemonError where error.kind == .usage {
                // It came to its end since the list was made.
            }
        }
        return lines
    }

    private func read(_ folder: StateFolder) async throws -> Lines {
        guard folder.isInUse else { throw DaemonError.nothingSetUp }
        let work = try await UnsentWork(in: folder)
        var lines = Lines()
        lines.isWhole = work.isWhole
        let files = MediaFiles(in: folder)
        for order in work.orders {
            let (line, hasPhoto) = UnsentLine.json(order) { files.bytes(of: $0) }
            lines.add(line, hasPhoto: hasPhoto)
        }
        return lines
    }

    private func write(_ lines: Lines) throws(DaemonError) {
        let head: JSONValue = [
            "pocketbell": .string(UnsentLine.mark), "version": .number(JSONNumberText(UnsentLine.version)),
            "program": .string(Version.text), "orders": .number(JSONNumberText(lines.texts.count)),
        ]
        let text = ([head.description] + lines.texts).map { $0 + "\n" }.joined()
        guard file != "-" else { return Output.write(text) }
        do throws(SystemError) {
            try PrivateFile.replace(file, with: Array(text.utf8))
        } catch {
            throw DaemonError(
                .unavailable, "\(file.harmless) can't be written: \(error)",
                hint: error.isFull ? "make room on the disk, or write it elsewhere" : "write it elsewhere")
        }
    }

    private func tell(_ lines: Lines, _ context: CommandContext) throws {
        let count = lines.texts.count
        if file != "-" {
            if context.isJSON {
                Output.line([
                    "file": .string(file), "orders": .number(JSONNumberText(count)),
                    "photos": .number(JSONNumberText(lines.photos)),
                    "whole": .bool(lines.isWhole),
                ])
            } else {
                let photos = lines.photos == 0 ? "" : ", \(lines.photos) with a photo"
                Output.line("Written: \(count == 1 ? "1 entry" : "\(count) entries")\(photos): \(file.harmless)")
            }
        }
        if !lines.isWhole {
            Output.warning("the store could not be read to its end: what its ledger still knew is written instead")
        }
    }
}
