/// How much messages over WebSockets are compressed, if the other end does it too (permessage-deflate, RFC 7692).
///
/// > Important: The length of a compressed message tells what repeats in it. Whoever can have text of theirs put beside a secret,
/// > and sees how long the encrypted messages are, guesses the secret piece by piece (the attacks CRIME and BREACH). What one user
/// > wrote and another one's secret must not travel in one message then, nor, with ``acrossMessages``, over one connection.
///
/// It spares bytes, not time: a message of 350 bytes costs 10 µs of a processor to compress and 3 to expand. Programs on one
/// machine or in one house gain nothing from it.
public enum HubCompression: Sendable {
    /// Each message by itself: a quarter less for one transaction, six sevenths for a list of a hundred. An idle connection
    /// holds nothing for it.
    case eachMessage
    /// A message may refer to those before it: five sixths less for one transaction among others. Each connection holds 50 kB
    /// for it at each end.
    case acrossMessages
}
