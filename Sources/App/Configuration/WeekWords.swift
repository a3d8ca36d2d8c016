import Relay
import TextFormats

/// Days and times of day as the file has them: `mon-fri`, `sat,sun`, `07:30`.
enum WeekWords {
    private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Since midnight, up to 24:00.
    static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, 1...2 ~= parts[0].utf8.count, parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }), let hour = Int(parts[0]),
            let minute = Int(parts[1])
        else { return nil }
        return 0...59 ~= minute && hour * 60 + minute <= 1_440 ? hour * 60 + minute : nil
    }

    static func days(_ text: Substring) throws(TextFormatError) -> Set<Int> {
        var days: Set<Int> = []
        for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard 1...2 ~= ends.count, let first = names.firstIndex(of: ends[0]),
                let last = names.firstIndex(of: ends[ends.count - 1])
            else {
                throw TextFormatError(
                    "has '\(part)', which names no days",
                    hint: nearest(to: String(part), in: names).map { "did you mean '\($0)'?" }
                        ?? "days are \(names.joined(separator: ", ")), and mon-fri")
            }
            // `sat-mon` goes over the week's end.
            days.formUnion((first...(last < first ? last + 7 : last)).map { $0 % 7 + 1 })
        }
        return days
    }
}

extension TextFormat where Value == Set<Int> {
    /// Days of the week, 1 for Monday: `mon-fri`, `sat`, `fri,sat`.
    static var days: TextFormat {
        let shape = TextShape(name: "days", example: "mon-fri").with { $0.pattern = "^[A-Za-z]{3}([-,][A-Za-z]{3})*$" }
        return TextFormat(shape: shape, placeholder: [1]) { text throws(TextFormatError) in
            try WeekWords.days(Substring(text))
        }
    }
}

extension TextFormat where Value == Schedule {
    /// A time of day, after the days on which it is meant: `sun 18:00`, `mon,thu 07:30`; without days, of every day.
    static var schedule: TextFormat {
        let shape = TextShape(name: "time of day, perhaps after days", example: "sun 18:00").with {
            $0.pattern = "^([A-Za-z]{3}([-,][A-Za-z]{3})* )?[0-9]{1,2}:[0-9]{2}$"
        }
        return TextFormat(shape: shape, placeholder: Schedule(days: [1], minute: 0)) { text throws(TextFormatError) in
            let words = text.split(separator: " ")
            guard 1...2 ~= words.count, let minute = words.last.flatMap(WeekWords.minute), minute < 1_440 else {
                throw TextFormatError(
                    "must be a time such as 18:00, perhaps after days", hint: "sun 18:00, mon-fri 07:30")
            }
            return Schedule(days: words.count == 1 ? Set(1...7) : try WeekWords.days(words[0]), minute: minute)
        }
    }
}
