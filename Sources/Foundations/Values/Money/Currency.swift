/// A currency as ISO 4217 names it, and how people write amounts of it.
package struct Currency: Hashable, Sendable {
    /// Three capital letters, such as `EUR`.
    package let code: String
    /// Digits behind the point that its amounts are written with at least; 0 to 4.
    package let digits: Int
    /// Such as `€`; `nil` without a well-known one.
    private let mark: String?

    /// `nil` for what is not a code in use; lower case is read too.
    package init?(code: String) {
        let code = code.uppercased()
        guard Self.codes.contains(code) else { return nil }
        self.code = code
        digits = Self.unusualDigits[code] ?? 2
        mark = Self.marks[code]
    }

    /// What the public backend means by its bare numbers.
    package static let dollar = Currency(known: "USD", mark: "$")

    private init(known code: String, mark: String) {
        (self.code, digits, self.mark) = (code, 2, mark)
    }

    /// Every code, in alphabetical order; for suggestions.
    package static let codes: [String] =
        ("AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP"
        + " CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF"
        + " IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD"
        + " MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB"
        + " RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD"
        + " UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG")
        .split(separator: " ").map(String.init)

    private static let unusualDigits: [String: Int] = [
        "BHD": 3, "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "IQD": 3, "ISK": 0, "JOD": 3, "JPY": 0, "KMF": 0, "KRW": 0,
        "KWD": 3, "LYD": 3, "OMR": 3, "PYG": 0, "RWF": 0, "TND": 3, "UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0,
        "XPF": 0,
    ]

    private static let marks: [String: String] = [
        "AUD": "A$", "BRL": "R$", "CAD": "C$", "CNY": "CN¥", "EUR": "€", "GBP": "£", "HKD": "HK$", "ILS": "₪",
        "INR": "₹",
        "JPY": "¥", "KRW": "₩", "MXN": "MX$", "NZD": "NZ$", "PHP": "₱", "TWD": "NT$", "USD": "$", "VND": "₫",
    ]

    /// A state: `€12.50`, `-€3.20`, `¥500`, `CHF 12.50` (with a blank that does not break). No digit is ever rounded away.
    package func text(_ amount: Decimal) -> String {
        (amount.isNegative ? "-" : "") + (mark ?? code + Self.blank) + written(amount).description
    }

    /// A movement, always with its sign: `+€12.50`, `-€3.20`; nothing moved is `€0.00`.
    package func signedText(_ amount: Decimal) -> String {
        (amount.isNegative || amount.isZero ? "" : "+") + text(amount)
    }

    /// A state as a language writes it: `$1,234.56`, `-1.234,56 €`. No digit is ever rounded away.
    package func text(_ amount: Decimal, in notation: MoneyNotation) -> String {
        let digits = notation.text(of: written(amount))
        let text =
            notation.hasMarkBehind
            ? digits + Self.blank + (mark ?? code) : (mark ?? code + Self.blank) + digits
        return (amount.isNegative ? "-" : "") + text
    }

    /// A movement as a language writes it, always with its sign: `+1.234,56 €`.
    package func signedText(_ amount: Decimal, in notation: MoneyNotation) -> String {
        (amount.isNegative || amount.isZero ? "" : "+") + text(amount, in: notation)
    }

    /// Nobody breaks a line between an amount and what it is in.
    private static let blank = "\u{A0}"

    /// Without sign, with as many digits behind the point as people write, and more only where they count.
    private func written(_ amount: Decimal) -> Decimal {
        let magnitude = amount.magnitude.normalized
        return magnitude.scale > digits ? magnitude : magnitude.rescaled(to: digits) ?? magnitude
    }
}
