extension TextFormat where Value == TimeOfDay {
    /// `22:00`. YAML 1.1 reads that as the number 1320; here it never becomes a number.
    package static var timeOfDay: TextFormat {
        let shape = TextShape(name: "time of day", range: "00:00 to 23:59", example: "22:00")
            .with { $0.pattern = "^([01]?[0-9]|2[0-3]):[0-5][0-9]$" }
        return TextFormat(shape: shape, placeholder: TimeOfDay.midnight) { text throws(TextFormatError) in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].count == 2, (1...2).contains(parts[0].count),
                parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
                let hour = Int(parts[0]), let minute = Int(parts[1]), let time = TimeOfDay(hour: hour, minute: minute)
            else { throw TextFormatError("must be a time of day from 00:00 to 23:59", hint: "such as 7:30 or 22:00") }
            return time
        }
    }
}
