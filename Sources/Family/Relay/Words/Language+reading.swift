package import TextFormats
package import Values

extension Language {
    /// When something was or will be, for whoever reads this language: `gestern 18:02`.
    package func text(_ moment: ReadableMoment) -> String { words.moment(moment) }

    /// How it writes amounts.
    package var money: MoneyNotation { words.money }
}
