import CommandLineTool
import Commands
import TextFormats

struct DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "Tell what is wrong with this installation, and what to do."
    static let examples = [
        CommandExample("pocketbell doctor", "Look for what is wrong."),
        CommandExample("sudo pocketbell doctor --system", "Look at this machine's service."),
    ]

    private let options: CommonOptions

    init(reading arguments: inout ArgumentReader) {
        options = CommonOptions(reading: &arguments)
    }

    func run() async throws -> ExitCode { await Doctor.run(options.context).code }
}
