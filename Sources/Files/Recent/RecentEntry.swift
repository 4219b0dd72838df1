public import Values

/// One of the things that were opened last, as a `RecentList` keeps it.
public protocol RecentEntry: Hashable, Sendable {
  /// The identity of what was opened: what is opened again moves to the front.
  associatedtype ID: Hashable
  /// The path of a file, the server and user of an account: two entries with the same one are the same thing.
  var id: ID { get }
  /// The entry as the file has it.
  var json: JSON { get }
  /// Reads an entry; nil for what can't be understood.
  init?(_ json: JSON)
}
