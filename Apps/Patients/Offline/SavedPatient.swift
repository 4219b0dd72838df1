import Accounts
import Reprise

typealias SavedPatient = RecordEntry<Patient>
typealias SavedCopy = RecordCopy<Patient>
typealias SavedPatients = SavedRecords<Patient>
typealias RecentPatients = RecentRecords<Patient>

extension Patient: RecordSubject {
  static let key = "patient"
  static let noun = (one: "patient", many: "patients")

  var identifier: String { preferredIdentifier?.text ?? "" }

  var facts: JSON {
    func picked(_ json: JSON?, _ keys: [String]) -> JSON {
      .object((json?.members ?? []).filter { keys.contains($0.key) })
    }
    var patient = picked(raw, ["uuid", "display", "voided", "identifiers"])
    patient["person"] = picked(
      raw["person"],
      [
        "display", "preferredName", "names", "gender", "age", "birthdate", "birthdateEstimated",
        "dead", "deathDate",
      ])
    return patient
  }

  init(facts: JSON) throws { try self.init(facts) }

  static func part(of request: String) -> String? {
    if request == laterEncounters { return "the earliest encounters (too many)" }
    if request == laterVisits { return "the earliest visits (too many)" }
    if request == laterVitalSigns { return "the earliest vital signs (too many)" }
    let path = request.prefix { $0 != "?" }.split(separator: "/").map { String($0) }
    return path.reversed().lazy.compactMap { parts[$0] }.first
  }

  /// A pseudo-request, never sent, which a copy lists as missing if it couldn't save everything. A
  /// release that doesn't know it reports that encounters are missing.
  static let laterEncounters = "encounter?beyond"
  static let laterVisits = "visit?beyond"
  static let laterVitalSigns = "obs?beyond"
  /// Used if no vital sign could be requested.
  static let anyVitalSigns = "obs?any"

  private static let parts = [
    "allergy": "allergies", "condition": "conditions", "order": "medications",
    "programenrollment": "programs", "obs": "vital signs", "concept": "normal ranges",
    "visit": "visits", "encounter": "encounters",
  ]

  /// Orders are requested by care setting.
  static func kinds(after kind: String) -> Set<String> { kind == "caresetting" ? ["order"] : [] }

  /// A list of active visits becomes empty when they end.
  static func mayBecomeEmpty(_ request: String) -> Bool {
    request.contains("includeInactive=false")
  }
}

extension RecordEntry<Patient> {
  func matches(_ text: String) -> Bool {
    let texts =
      [subject.title] + subject.names.flatMap { [$0.text, $0.shown ?? ""] }
      + subject.identifiers.map(\.text)
    return text.split(whereSeparator: \.isWhitespace).allSatisfy { word in
      let query = TextQuery(String(word))
      return texts.contains { query.matches($0) }
    }
  }
}

extension OpenMRSClient {
  /// Throws if any part can't be loaded now. Responses are written to `text` as they arrive.
  nonisolated(nonsending) func complete(
    _ id: ResourceID, at timestamp: Int, in text: SealedText = SealedText(),
    onPatient: (Patient) async -> Void = { _ in },
    progress: (_ done: Int, _ of: Int) async -> Void
  ) async throws -> SavedCopy {
    let recorder = ResponseRecorder(services.adapter, in: text)
    let patient = try await RecordDownload(of: id, recording(recorder), recorder).load(
      onPatient: onPatient, progress: progress)
    return SavedCopy(SavedPatient(patient, timestamp: timestamp), responses: recorder.responses)
  }
}
