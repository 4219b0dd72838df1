import Reprise

/// The recorded responses in `Demo/answers.json`, which is built into the application.
struct DemoData: Sendable {
  let bodies: @Sendable () throws -> [String: [UInt8]]

  /// The built-in responses, parsed once.
  static let builtIn = DemoData(PackageResources.answers_json)

  init(_ file: [UInt8]) {
    let answers = Result<[String: [UInt8]], any Error> {
      Dictionary(
        (try JSON(file).members ?? []).map { ($0.key, $0.value.bytes) }, uniquingKeysWith: { $1 })
    }
    bodies = { try answers.get() }
  }
}
