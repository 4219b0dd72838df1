package import Core
package import DataSources

extension StoredResponse {
  /// Creates a stored response from its body as JSON.
  package static func answered(_ json: JSON, timestamp: Int) -> StoredResponse {
    .received(StoredBody(json), timestamp: timestamp)
  }

  /// Creates an earlier response from its body as JSON, with the status and reason of the failure
  /// since.
  package static func earlier(_ json: JSON, timestamp: Int, _ status: Int, _ reason: String)
    -> StoredResponse
  {
    .earlier(StoredBody(json), timestamp: timestamp, status, reason)
  }
}
