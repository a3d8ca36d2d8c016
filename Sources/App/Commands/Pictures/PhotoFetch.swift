import Control
import Daemon
import Glibc
import Images
import Store
import TextFormats
import Values

/// `pocketbell chores photo`.
package enum PhotoFetch {
    /// Writes the photo into a file for this user alone, or to standard output.
    ///
    /// - Parameters:
    ///   - id: of what was done, or how only this one begins.
    ///   - file: `-` and `nil` are standard output, which may be no terminal.
    package static func run(_ context: CommandContext, id: String, to file: String?) async -> CommandOutcome {
        do {
            guard file != nil || isatty(STDOUT_FILENO) == 0 else {
                throw DaemonError(
                    .usage, "a photo is nothing to be shown in a terminal",
                    hint: "say where it goes: pocketbell chores photo \(id.harmless) --output photo.jpg")
            }
            let bytes = try await Inquiry.with(context) { inquiry in
                try await Patience.during("fetching the photo") {
                    try await inquiry.picture(ControlRequest(.get, ["photos", id]))
                }
            }
            guard let file, file != "-" else {
                Output.write(bytes)
                return .success
            }
            try write(bytes, to: file)
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    private static func write(_ bytes: [UInt8], to file: String) throws(DaemonError) {
        do throws(SystemError) {
            try PrivateFile.replace(file, with: bytes)
        } catch {
            throw DaemonError(
                .unavailable, "\(file.harmless) can't be written: \(error)",
                hint: error.isFull ? "make room on the disk, or write it elsewhere" : "write it elsewhere")
        }
        let kind = PictureKind(of: bytes.span).map { "\($0.rawValue), " } ?? ""
        Output.line("\(file.harmless): \(kind)\((bytes.count + 999) / 1_000) kB")
    }
}
