/// Why an offline copy has no response to a request: the server supplied none when the copy was
/// made.
public enum UnavailableReason: Hashable, Sendable {
  /// The thing doesn't exist; the value is the server's text.
  case notFound(String)
  /// The user lacks a right: "Get Allergies".
  case missingPrivilege(String)
  /// The server failed on the request. The values are its status, or 0, and its text.
  case refused(Int, String)
}
