import Glibc

/// How much room there is on the disk of a state folder, at one moment; all sizes in bytes.
package struct RoomReading: Sendable, Equatable {
    /// How much room there is, as the store's writers count it.
    package enum Level: String, Sendable, CaseIterable {
        /// Enough for whatever comes.
        case ok
        /// What only explains the past should go, and a person should know.
        case low
        /// Nothing new should be taken.
        case full
    }

    /// What this user may still write.
    package let free: Int
    /// Of the whole volume.
    package let total: Int
    /// What the ballast holds now.
    package let ballast: Int
    /// What it should hold at most; 0 for none.
    package let wish: Int

    /// With nothing in the ballast, unless it is said.
    package init(free: Int, total: Int, ballast: Int = 0, wish: Int = RoomReading.usualBallast) {
        (self.free, self.total, self.ballast, self.wish) = (free, total, ballast, wish)
    }

    /// More than twice what the store's log may hold: with it a full log can still be emptied into the file.
    package static let usualBallast = 16 << 20

    /// What the ballast holds on this volume: an eighth of a small one.
    package var fullBallast: Int { min(wish, total / 8) }
    /// With less than this it is low: 256 MiB, an eighth of a small volume.
    package var lowMark: Int { min(256 << 20, total / 8) }
    /// With less than this it is full: 8 MiB, a 32nd of a small volume.
    package var fullMark: Int { min(8 << 20, total / 32) }

    /// What is left for everything but the ballast. While that is not there it is not lent to anybody, so what there is without it is
    /// counted.
    package var spare: Int { free - max(0, fullBallast - ballast) }

    /// See ``Level``.
    package var level: Level { spare < fullMark ? .full : spare < lowMark ? .low : .ok }
    /// Whether what is full has enough again: twice the mark, or it would come and go.
    var isBack: Bool { spare >= 2 * fullMark }
    /// Whether what is low has enough again.
    var isAmple: Bool { spare >= lowMark + lowMark / 4 }
    /// Whether the ballast is what it should be.
    var hasBallast: Bool { fullBallast...fullBallast + (1 << 20) ~= ballast }
}

extension StateFolder {
    /// `nil` where nobody knows.
    package func roomReading(wish: Int = RoomReading.usualBallast) -> RoomReading? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        let unit = Int(clamping: status.f_frsize)
        func bytes(_ blocks: UInt) -> Int {
            let (bytes, isTooMuch) = Int(clamping: blocks).multipliedReportingOverflow(by: unit)
            return isTooMuch ? .max : bytes
        }
        return RoomReading(
            free: bytes(status.f_bavail), total: bytes(status.f_blocks), ballast: Ballast(in: self).size, wish: wish)
    }
}
