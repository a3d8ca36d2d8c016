import Settings
import TextFormats
import Values

extension TextFormat where Value == Currency {
    /// A code of ISO 4217, in either case.
    static var currency: TextFormat {
        let shape = TextShape(name: "ISO 4217 code", example: "EUR").with { $0.pattern = "^[A-Za-z]{3}$" }
        return TextFormat(shape: shape, placeholder: .dollar) { text throws(TextFormatError) in
            if let currency = Currency(code: text) { return currency }
            let guess = nearest(to: text.uppercased(), in: Currency.codes).map { "did you mean '\($0)'?" }
            throw TextFormatError("must be a currency's code", hint: guess ?? "three letters, such as EUR, USD or GBP")
        }
    }
}

extension TextFormat where Value == TimeZone {
    /// A name of the IANA list that this machine has.
    static var timeZone: TextFormat {
        let shape = TextShape(name: "IANA time zone", example: "Europe/Berlin").with {
            $0.pattern = "^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$"
        }
        return TextFormat(shape: shape, placeholder: .utc) { text throws(TextFormatError) in
            do throws(TimeZoneError) {
                return try TimeZone(named: text)
            } catch {
                throw TextFormatError("must be the name of a time zone", hint: TimeZoneNames().hint(for: text))
            }
        }
    }
}

/// What this machine calls time zones, for those who mistyped one.
struct TimeZoneNames {
    private let all: [String]

    /// - Parameter file: the zones and their aliases in the notation of `zic`, as the package tzdata has it.
    init(file: String = "/usr/share/zoneinfo/tzdata.zi") {
        guard case .read(let bytes, _) = SettingsBytes.read(file) else {
            all = []
            return
        }
        all = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 3)
            return switch words.first {
            // "Z Europe/Berlin …" is a zone, "L Europe/Berlin Arctic/Longyearbyen" another name of one.
            case "Z" where words.count > 1: String(words[1])
            case "L" where words.count > 2: String(words[2])
            default: nil
            }
        }
    }

    /// The next step for somebody who wrote a name that is none. A city alone is enough to know what was meant.
    func hint(for text: String) -> String {
        guard !all.isEmpty else { return "this machine knows no zones: apt-get install tzdata" }
        let city = "/\(text.lowercased())"
        let guess = all.first { $0.lowercased().hasSuffix(city) } ?? nearest(to: text, in: all)
        return guess.map { "did you mean '\($0)'?" } ?? "such as Europe/Berlin; the list: timedatectl list-timezones"
    }
}
