/// The doubt whether anything still comes over the connections that are there.
///
/// A transfer that fell silent may be on a connection that is dead. With HTTP/1.1 the connection ends with it; with HTTP/2 libcurl ends the
/// transfer's stream alone and uses the connection for the next one (curl/curl#17225).
struct StaleConnectionDetector {
  /// True if the next transfer has to make a connection of its own.
  private(set) var isThere = false

  /// Notes what came of a transfer: silence begins a doubt, an answer ends it.
  mutating func note(_ result: TransferResult) {
    switch result {
    case .success: isThere = false
    case .failure(.silent): isThere = true
    case .failure: break
    }
  }
}
