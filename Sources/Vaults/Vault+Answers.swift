package import Networking

extension Vault {
  /// The cache of the user's server: its last good answers, sealed.
  package var answers: ResponseCache {
    ResponseCache(
      directory: "\(directory.path)/answers", of: account, sealing: sealing(of: "answers"),
      name: { self.name(of: $0.text) }, clock: clock(),
      makingDirectory: { try self.makeDirectory("answers") })
  }
}
