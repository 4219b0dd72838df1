import Networking

extension Vault {
  /// The last good answers of the user's server.
  var answers: ResponseCache {
    ResponseCache(
      folder: "\(folder.path)/answers", of: account, sealing: sealing,
      name: { self.name(of: $0.text) })
  }
}
