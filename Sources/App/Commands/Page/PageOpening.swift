import Control
import Daemon
import JSON
import Runtime
import Store
import Values

/// `pocketbell open`: the page in this session's browser.
package enum PageOpening {
    /// Opens the page, or prints where it is.
    ///
    /// - Parameter isPrinted: opens nothing.
    package static func open(isPrinted: Bool, _ context: CommandContext) async -> CommandOutcome {
        do {
            let answer = try await answer(context)
            let link = try JSONNode(answer).required("url").string()
            if context.isJSON {
                Output.line(answer)
            } else if !isPrinted, let file = leadingFile, opens(link, by: file) {
                Output.line("The page opens in your browser. (None came? pocketbell open --print)")
            } else {
                Output.line("Open this within a minute, in a browser of this machine:\n  \(link)")
                if let anywhere = try JSONNode(answer).optional("anywhere")?.string() {
                    Output.line("or in any browser that reaches it:\n  \(anywhere)")
                }
            }
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    private static func answer(_ context: CommandContext) async throws -> JSONValue {
        try await Inquiry.with(context) { try await $0.ask(ControlRequest(.post, ["page"])) }
    }

    /// An address that signs one browser in; `nil` where there is no page.
    static func link(_ context: CommandContext) async -> String? {
        guard let answer = try? await answer(context) else { return nil }
        return try? JSONNode(answer).required("url").string()
    }

    /// Where a browser can read which address is meant; `nil` without a desktop.
    private static var leadingFile: String? {
        let variables = ProcessEnvironment.variables
        let hasDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains { variables[$0]?.isEmpty == false }
        guard hasDesktop, let folder = variables["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        return "\(folder)/pocketbell-open.html"
    }

    /// An address in an argument list is everybody's to read, and this one signs in: so the browser is given a file of its owner's that
    /// leads there.
    private static func opens(_ link: String, by file: String) -> Bool {
        let page =
            "<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=\(link)\"><title>PocketBell</title>"
        guard (try? PrivateFile.replace(file, with: Array(page.utf8))) != nil,
            let program = try? SpawnedProgram(["xdg-open", "file://\(file)"], hasOwnGroup: true)
        else { return false }
        return program.waitForEnd() == 0
    }
}
