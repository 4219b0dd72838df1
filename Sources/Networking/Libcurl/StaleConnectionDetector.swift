/// Detects stale connections: after a timeout, the next transfer opens a new connection.
///
/// A transfer that received nothing may be on a dead connection. With HTTP/1.1 the connection ends
/// with it; with HTTP/2 libcurl ends only the transfer's stream, and reuses the connection for the
/// next transfer (curl/curl#17225).
struct StaleConnectionDetector {
  /// Whether the next transfer has to open a new connection.
  private(set) var isThere = false

  /// Records the result of a transfer: a timeout without data raises the doubt, a response clears
  /// it.
  mutating func note(_ result: TransferResult) {
    switch result {
    case .success: isThere = false
    case .failure(.silent): isThere = true
    case .failure: break
    }
  }
}
