import Reprise

/// A patient as they are listed and searched for without a server, and since when that is known.
struct SavedPatient: Hashable, Sendable {
  let patient: Patient
  /// In seconds since 1970.
  let moment: Int
  /// The parts that the copy is without, and why; empty if it is whole.
  var lacking = ""
  /// The parts that the copy has from an earlier one, because the server failed at them; empty if there are none.
  var outdated = ""

  /// "without conditions (500), with earlier allergies (500)"; empty of a copy that is whole and of one time.
  var gaps: String {
    [
      lacking.isEmpty ? nil : "without \(lacking)",
      outdated.isEmpty ? nil : "with earlier \(outdated)",
    ]
    .compactMap(\.self).joined(separator: ", ")
  }

  var id: ResourceID { patient.id }

  /// Whether every word is a part of a name or of an identifier, whatever its case and accents.
  func matches(_ text: String) -> Bool {
    let texts =
      [patient.title] + patient.names.flatMap { [$0.text, $0.shown ?? ""] }
      + patient.identifiers.map(\.text)
    return text.split(whereSeparator: \.isWhitespace).allSatisfy { word in
      let query = TextQuery(String(word))
      return texts.contains { query.matches($0) }
    }
  }
}

extension SavedPatient {
  /// With what a list shows of the patient, and no more.
  var json: JSON {
    func picked(_ json: JSON?, _ keys: [String]) -> JSON {
      .object((json?.members ?? []).filter { keys.contains($0.key) })
    }
    var patient = picked(patient.raw, ["uuid", "display", "voided", "identifiers"])
    patient["person"] = picked(
      self.patient.raw["person"],
      [
        "display", "preferredName", "names", "gender", "age", "birthdate", "birthdateEstimated",
        "dead", "deathDate",
      ])
    return .object([
      JSON.Member("moment", .number(String(moment))), JSON.Member("patient", patient),
    ])
  }

  /// Nil for what isn't one.
  init?(_ json: JSON?) {
    guard let moment = json?["moment"]?.int, let raw = json?["patient"],
      let patient = try? Patient(raw)
    else { return nil }
    self.init(patient: patient, moment: moment)
  }
}
