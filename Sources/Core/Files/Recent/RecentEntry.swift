/// An entry of a `RecentList`, for example a recently opened file.
public protocol RecentEntry: Hashable, Sendable {
  /// The type of `id`.
  associatedtype ID: Hashable
  /// The identity of what was opened, such as a file's path, or an account's server and user.
  /// Opening something with an equal `id` moves its entry to the front.
  var id: ID { get }
  /// The entry as it is stored in the file.
  var json: JSON { get }
  /// Reads a stored entry. Returns `nil` if the JSON isn't a valid entry.
  init?(_ json: JSON)
}
