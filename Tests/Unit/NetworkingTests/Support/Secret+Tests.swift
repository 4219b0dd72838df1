import Core

extension Secret {
  /// What nothing but a test may look at.
  var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
