import Control
package import Images

/// What a photo has to be to be sent.
package enum PhotoRules {
    /// Of what is sent: what the designs ask for, and as long a side as shows whether a floor is clean.
    package static let limits = PictureLimits(bytes: 2_048_000, side: 2_048)

    /// What may be sent of a file: small, upright, and without a word of where and when it was taken. Blocks for up to a second.
    static func prepared(_ file: [UInt8]) -> Result<[UInt8], ControlAnswer.Refusal> {
        do throws(PictureError) {
            return .success(try JPEGPicture(file).shrunk(to: limits))
        } catch {
            return .failure(ControlAnswer.Refusal(.malformed, "the photo \(error)"))
        }
    }

    /// Holds what a command has made ready to the same rules, whoever asks: nothing that tells where a child was is ever kept.
    ///
    /// - Throws: `ControlAnswer.Refusal`.
    static func check(_ bytes: [UInt8]) throws(ControlAnswer.Refusal) {
        let picture: JPEGPicture
        do throws(PictureError) {
            picture = try JPEGPicture(bytes)
        } catch {
            throw ControlAnswer.Refusal(.malformed, "the photo \(error)")
        }
        guard bytes.count <= limits.bytes, picture.size.longerSide <= limits.side, picture.isBare else {
            throw ControlAnswer.Refusal(
                .malformed, "the photo is larger than may be sent, or says more than what is seen",
                hint: "let pocketbell make it ready: pocketbell chores done CHORE --photo FILE")
        }
    }
}
