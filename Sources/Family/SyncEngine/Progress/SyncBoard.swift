import Runtime
import Store

/// What one account's engine and keeper are about at the moment, for whoever follows it.
package final class SyncBoard: Sendable {
    /// A copy of one moment.
    package struct Contents: Sendable, Equatable {
        /// How far the run under way is.
        package internal(set) var progress = RunProgress()
        /// The scans that read every child.
        package internal(set) var scans = FullScans()
        /// The server wants to be left alone: a scan that is wanted waits for that.
        package internal(set) var isHeldBack = false
        /// The hub is connected, and no full scan has looked since at what was missed.
        package internal(set) var isCatchingUp = false
        /// The engine has stopped: nothing of this changes any more.
        package internal(set) var isOver = false
        /// The lists of records that somebody wants read now.
        package internal(set) var records = RecordReading()
        /// The photos that are on their way now.
        package internal(set) var uploads: [PhotoUpload] = []
        var holds = 0

        /// Nothing has happened yet.
        package init() {}
    }

    private let watched = Watched(Contents())
    private let changed: @Sendable () -> Void

    /// - Parameter changed: called after each change; returns at once.
    package init(changed: @escaping @Sendable () -> Void = {}) { self.changed = changed }

    /// As it is now.
    package var contents: Contents { watched.withLock { $0 } }

    /// Waits until `look` gives something; `nil` if the task was cancelled before.
    package func wait<Value: Sendable>(until look: @escaping @Sendable (Contents) -> Value?) async -> Value? {
        await watched.wait { look($0) }
    }

    /// Somebody follows what is done from now on to its end, which ``release()`` is.
    package func hold() {
        update { contents in
            contents.holds += 1
            // The children twice, and a list of each record.
            contents.progress.expect(contents.records.lists + 2)
        }
    }

    /// Whoever followed it has seen the end.
    package func release() {
        update { contents in
            contents.holds -= 1
            if contents.holds == 0 { contents.progress.expect(nil) }
        }
    }

    /// So much of an order's photo is sent. A new attempt begins with nothing; within one it never goes back.
    func uploading(_ intent: IntentRow.ID, _ title: String, sent: Int, of total: Int) {
        update { contents in
            let now = PhotoUpload(intent: intent, title: title, sent: sent, of: total)
            guard let place = contents.uploads.firstIndex(where: { $0.intent == intent }) else {
                return contents.uploads.append(now)
            }
            if now.hundredths > contents.uploads[place].hundredths { contents.uploads[place] = now }
        }
    }

    /// It is sent, or can't be: what became of it is the order's to tell.
    func uploaded(_ intent: IntentRow.ID) {
        update { contents in contents.uploads.removeAll { $0.intent == intent } }
    }

    /// Changes what is shown.
    func update(_ body: (inout Contents) -> Void) {
        let isNews = watched.withLock { contents in
            let before = contents
            body(&contents)
            return contents != before
        }
        if isNews { changed() }
    }
}

/// The lists of records that somebody wants read now.
package struct RecordReading: Sendable, Equatable {
    /// How many lists there are.
    package internal(set) var lists = 0
    /// Orders that the keeper has taken up.
    package internal(set) var taken = 0
    /// Lists that are being read, or are due now.
    package internal(set) var open = 0
    /// Of the last order: lists that could not be read, or why it could not be taken up.
    package internal(set) var failures: Set<String> = []

    /// None yet.
    package init() {}
}
