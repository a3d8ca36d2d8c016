/// Which columns of a table are shown and how wide each is, decided from widths alone.
struct TableLayout: Equatable {
    /// What a table gives up first when there is not enough room.
    enum Rank: Equatable {
        /// Always there.
        case essential
        /// Left out where the essential ones fit no other way.
        case extra
        /// Only there if everything fits whole: ids, which few people read.
        case detail
    }

    struct Column: Equatable {
        /// Of its widest cell or its title, in display columns.
        let width: Int
        /// How far its cells may be cut; `width` if they never are.
        let least: Int
        let rank: Rank
    }

    struct Place: Equatable {
        /// Which of the given columns.
        let column: Int
        let width: Int
    }

    static let gap = 2

    let places: [Place]

    /// - Parameter room: display columns of the terminal; `nil` for no limit, where nothing is cut and no detail shown.
    init(_ columns: [Column], room: Int?) {
        var shown = columns.indices.map { Place(column: $0, width: columns[$0].width) }
        guard let room else {
            places = shown.filter { columns[$0.column].rank != .detail }
            return
        }
        if Self.total(shown) > room { shown.removeAll { columns[$0.column].rank == .detail } }
        while true {
            let fitted = Self.cut(shown, columns, to: room)
            guard Self.total(fitted) > room, let extra = shown.lastIndex(where: { columns[$0.column].rank == .extra })
            else {
                places = fitted
                return
            }
            shown.remove(at: extra)
        }
    }

    /// Takes from the widest that can be cut, until all fit or none can.
    private static func cut(_ places: [Place], _ columns: [Column], to room: Int) -> [Place] {
        var places = places
        var excess = total(places) - room
        while excess > 0 {
            let candidates = places.indices.filter { places[$0].width > columns[places[$0].column].least }
            guard let widest = candidates.max(by: { places[$0].width < places[$1].width }) else { break }
            places[widest] = Place(column: places[widest].column, width: places[widest].width - 1)
            excess -= 1
        }
        return places
    }

    private static func total(_ places: [Place]) -> Int {
        places.reduce(0) { $0 + $1.width } + gap * max(0, places.count - 1)
    }
}
