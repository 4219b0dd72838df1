import Reprise

/// A saved or recent patient in lists and searches without a server, and the moment of that information.
struct SavedPatient: Hashable, Sendable {
  let patient: Patient
  /// The moment, in seconds since 1970.
  let moment: Int
  /// The parts that the copy is without, and why; empty if it is whole.
  var lacking = ""
  /// The parts that the copy has from an earlier one, because the server failed at them; empty if there are none.
  var outdated = ""

  /// The gaps in words: "without conditions (500), with earlier allergies (500)"; empty if the copy is whole and of one time.
  var gaps: String {
    [
      lacking.isEmpty ? nil : "without \(lacking)",
      outdated.isEmpty ? nil : "with earlier \(outdated)",
    ]
    .compactMap(\.self).joined(separator: ", ")
  }

  var id: ResourceID { patient.id }

  /// Returns the patient with a moment no later than the clock was set back after it.
  func dated(by history: ClockHistory, turn: Int) -> SavedPatient {
    SavedPatient(
      patient: patient, moment: history.moment(moment, ofTurn: turn), lacking: lacking,
      outdated: outdated)
  }

  /// Tells whether every word matches a part of a name or of an identifier, whatever its case and accents.
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
  /// The facts about the patient that a list shows, and no more.
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

  /// Reads a patient; nil for anything else.
  init?(_ json: JSON?) {
    guard let moment = json?["moment"]?.int, let raw = json?["patient"],
      let patient = try? Patient(raw)
    else { return nil }
    self.init(patient: patient, moment: moment)
  }
}
