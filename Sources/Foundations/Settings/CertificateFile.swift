package import TextFormats
import Values
import YAML

/// A PEM file of certificate authorities that a settings file names.
package enum CertificateFile {
    /// Declares the key of such a file: its complete path, `nil` if it is left out.
    ///
    /// - Parameters:
    ///   - reader: of the section that may name one.
    ///   - example: a path for the documentation.
    package static func path(reading reader: inout SettingsReader, example: String) -> String? {
        reader.path(
            "ca-file", example: example,
            help: "A PEM file of certificate authorities to trust besides the system's.", problem: problem)
    }

    /// Declares the key of a PEM file that has to be there: its complete path.
    ///
    /// - Parameters:
    ///   - reader: of the section that names it.
    ///   - example: a path for the documentation.
    ///   - problem: why the file of this path cannot be used.
    package static func path(
        _ key: String, reading reader: inout SettingsReader, example: String, help: String,
        problem: @escaping @Sendable (String) -> TextFormatError?
    ) -> String {
        let shape = TextShape(name: "path", example: example)
        let format = TextFormat(shape: shape, placeholder: TextFormat.file.placeholder, parse: TextFormat.file.parse)
        let path = reader.reading.origin.path(reader.value(key, format, help: help))
        if let value = reader.value(of: key) {
            reader.reading.note(
                SettingsReferents.Item(key: key, range: value.range, need: .atStart) { problem(path) })
        }
        return path
    }

    /// Why the file of a private key cannot be used, as far as the file tells; `nil` if it looks right.
    package static func keyProblem(_ path: String) -> TextFormatError? {
        switch SettingsBytes.read(path) {
        case .absent: TextFormatError("can't be used: there is no file \(path)", hint: "check the path")
        case .notFile(let what, let step): TextFormatError("can't be used: \(path) is \(what)", hint: step)
        case .unreadable(let error):
            TextFormatError("can't be used: \(path): \(error)", hint: error.stepToRead(path))
        case .read(let bytes, _):
            String(decoding: bytes, as: UTF8.self).contains(text: "PRIVATE KEY-----")
                ? nil
                : TextFormatError(
                    "can't be used: \(path) holds no private key",
                    hint: "it needs PEM text, with a line -----BEGIN PRIVATE KEY-----")
        }
    }

    /// Whether others than its owner can read or write the file, or its group unless root says so.
    package static func isExposed(_ path: String) -> Bool {
        if case .read(_, isExposed: true) = SettingsBytes.read(path) { true } else { false }
    }

    /// Why it cannot be used, as far as the file tells; `nil` if it looks right.
    package static func problem(_ path: String) -> TextFormatError? {
        switch SettingsBytes.read(path) {
        case .absent: TextFormatError("can't be used: there is no file \(path)", hint: "check the path")
        case .notFile(let what, let step): TextFormatError("can't be used: \(path) is \(what)", hint: step)
        case .unreadable(let error):
            TextFormatError("can't be used: \(path): \(error)", hint: error.stepToRead(path))
        case .read(let bytes, _):
            holdsCertificate(bytes)
                ? nil
                : TextFormatError(
                    "can't be used: \(path) holds no certificate",
                    hint: "it needs PEM text, with a line -----BEGIN CERTIFICATE-----")
        }
    }

    /// Whether there is a block whose inside is base 64 of something that can be a certificate (an ASN.1 sequence).
    private static func holdsCertificate(_ bytes: [UInt8]) -> Bool {
        var block: String?
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let line = line.filter { !$0.isWhitespace }
            if line.hasPrefix("-----BEGIN"), line.hasSuffix("CERTIFICATE-----") {
                block = ""
            } else if line.hasPrefix("-----END"), let text = block {
                if Base64.standard.decode(text[...])?.first == 0x30 { return true }
                block = nil
            } else {
                block?.append(contentsOf: line)
            }
        }
        return false
    }
}
