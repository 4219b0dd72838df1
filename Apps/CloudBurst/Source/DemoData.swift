import Reprise

/// The answers in `Demo/answers.json`, which is built into the app: one object, keyed by URI.
enum DemoData {
  /// The answers by their URIs. Read once: they are a constant.
  static let bodies = Result<[String: [UInt8]], any Error> {
    let answers = try JSON(PackageResources.answers_json)
    return Dictionary(
      (answers.members ?? []).map { ($0.key, $0.value.bytes) }, uniquingKeysWith: { $1 })
  }
}
