public import Networking

extension Connection {
  /// Does what needs this connection, without a screen: if a password is missing and there is a terminal, the person is asked for it once.
  public nonisolated(nonsending) func withPassword<Value>(
    _ work: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    try await work()
  }
}
