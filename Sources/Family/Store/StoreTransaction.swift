package import SQLite

// A part that works on rows imports this module alone: these are the names under which it meets the database.

/// What the body of `Store.write` gets: one commit.
package typealias StoreTransaction = Transaction

/// What both can do.
package typealias StoreReading = Reading
