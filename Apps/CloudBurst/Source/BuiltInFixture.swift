import Reprise

/// The answers in `Fixture/answers.json`, which is built into the app: one object, keyed by URI.
enum BuiltInFixture {
  /// By URI. Read once, and then kept: it is a constant.
  static let bodies = Result<[String: [UInt8]], SourceProblem> { () throws(SourceProblem) in
    let answers = try JSON(answer: PackageResources.answers_json, place: "the built-in fixture")
    return Dictionary(
      (answers.members ?? []).map { ($0.key, $0.value.bytes) }, uniquingKeysWith: { $1 })
  }
}
