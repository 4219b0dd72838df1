/// A link to another resource, with the name of what it leads to.
struct Link: Hashable, Sendable {
  /// As the server writes it: `/resources/users/4`.
  let uri: String
  /// Nil if the link leads nowhere, or to what can't be read. That is normal for a user without the right to follow it.
  let title: String?

  /// The name, or else the link itself.
  var text: String { title ?? uri }
}
