import Core

extension Secret {
  /// The secret in the clear, for tests alone.
  var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
