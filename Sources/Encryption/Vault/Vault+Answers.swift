package import Networking

extension Vault {
  /// The encrypted cache of the server's responses.
  package var answers: ResponseCache {
    ResponseCache(
      directory: "\(directory.path)/answers", of: account, sealing: sealing(of: "answers"),
      name: { self.name(of: $0.text) }, clock: clock(),
      makingDirectory: { try self.makeDirectory("answers") })
  }
}
