import AllowanceAPI
import Control
import Dashboard
import Images

/// Fetches pictures with the sessions of the running program, and takes nothing else for one.
struct PhotoDesk: Sendable {
    /// The accounts that are watched, by their names.
    private let sessions: @Sendable () async -> [(name: String, session: AllowanceSession)]

    init(sessions: @escaping @Sendable () async -> [(name: String, session: AllowanceSession)]) {
        self.sessions = sessions
    }

    /// What the control socket is served with.
    var photos: PhotoSource { PhotoSource { try await fetch($0, by: $1, as: $2) } }

    /// - Throws: `ControlAnswer.Refusal`.
    func fetch(_ address: String, by account: String, as user: String) async throws -> [UInt8] {
        let session = await sessions().first { $0.name == account }?.session
        guard let session, let user = User.ID(rawValue: user) else {
            throw ControlAnswer.Refusal(.unavailable, "\(account) is not watched any more")
        }
        let bytes: [UInt8]
        do throws(AllowanceError) {
            bytes = try await PictureFetcher(session).picture(at: address, by: user)
        } catch {
            let isLost = [.notFound, .unknownRoute].contains(error.kind)
            throw ControlAnswer.Refusal(
                .unavailable, "the photo can't be had: \(error.message)",
                hint: isLost ? "the server has it no longer; what was done stays: pocketbell chores history" : nil)
        }
        // A page of a network's login, say.
        guard PictureKind(of: bytes.span) != nil else {
            throw ControlAnswer.Refusal(.unavailable, "the photo can't be had: what lies there is no picture")
        }
        return bytes
    }
}

extension CurrentParts {
    /// Fetched by whoever is watched at that moment.
    var photos: PhotoSource { PhotoDesk { [self] in await parts.accounts.all.map { ($0.name, $0.session) } }.photos }

    /// Those that browsers send.
    var sentPhotos: PagePhotos { PagePhotos(PhotoRules.prepared) }
}
