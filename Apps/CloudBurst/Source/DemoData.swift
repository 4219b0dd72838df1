import Reprise

/// Recorded answers in one object, keyed by URI: those in `Demo/answers.json`, which is built into the app.
struct DemoData: Sendable {
  /// The answers by their URIs.
  let bodies: @Sendable () throws -> [String: [UInt8]]

  /// The built-in answers. Read once: they are a constant.
  static let builtIn = DemoData(PackageResources.answers_json)

  /// Reads a file's answers.
  init(_ file: [UInt8]) {
    let answers = Result<[String: [UInt8]], any Error> {
      Dictionary(
        (try JSON(file).members ?? []).map { ($0.key, $0.value.bytes) }, uniquingKeysWith: { $1 })
    }
    bodies = { try answers.get() }
  }
}
