/// The reason why a complete copy has no answer to a question: there was none to be had when it was made.
public enum UnavailableReason: Hashable, Sendable {
  /// The server has no such thing, in its words.
  case notFound(String)
  /// The user lacks a right: "Get Allergies".
  case missingPrivilege(String)
  /// The server failed at it: its status, or 0, and its words.
  case refused(Int, String)
}
