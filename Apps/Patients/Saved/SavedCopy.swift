import Reprise

/// The copy of a patient who is saved complete: every answer that their record is made from.
struct SavedCopy: Hashable, Sendable {
  private(set) var patient: SavedPatient
  /// The answers by their questions without pages: "visit?patient=7&v=…". A list is whole, as far as the viewer ever shows it.
  let answers: [String: CopiedAnswer]
  /// The turn of the clock in which the copy was saved (`ClockHistory`).
  var turn = 0

  init(patient: SavedPatient, answers: [String: CopiedAnswer], turn: Int = 0) {
    self.patient = patient
    self.answers = answers
    self.turn = turn
    self.patient.lacking = SavedCopy.lacking(answers)
    self.patient.outdated = SavedCopy.outdated(answers)
  }

  /// Returns this copy, with answers of the copy that it replaces where the server failed at a question.
  func keeping(_ before: SavedCopy?) -> SavedCopy {
    let failed = answers.filter { if case .lacking(.refused) = $0.value { true } else { false } }
    guard let before, !failed.isEmpty else { return self }
    var resources = Set(failed.keys.map { SavedCopy.resource($0) })
    if resources.contains("caresetting") { resources.insert("order") }
    var answers = answers
    for (question, answer) in before.answers {
      switch (answers[question], answer) {
      case (.lacking(.refused(let status, let text)), .answered(let body, let moment)),
        (.lacking(.refused(let status, let text)), .earlier(let body, let moment, _, _)):
        answers[question] = .earlier(body, moment: moment, status, text)
      // A list that failed leads to what this time nobody asked for.
      case (nil, .answered), (nil, .earlier):
        if resources.contains(SavedCopy.resource(question)) { answers[question] = answer }
      default: break
      }
    }
    return SavedCopy(patient: patient, answers: answers)
  }

  /// Returns the copy with moments no later than the clock was set back after it.
  func dated(by history: ClockHistory) -> SavedCopy {
    var answers = answers
    for (question, answer) in answers {
      switch answer {
      case .answered(let body, let moment):
        answers[question] = .answered(body, moment: history.moment(moment, ofTurn: turn))
      case .earlier(let body, let moment, let status, let text):
        answers[question] = .earlier(
          body, moment: history.moment(moment, ofTurn: turn), status, text)
      case .lacking: break
      }
    }
    return SavedCopy(
      patient: patient.dated(by: history, turn: turn), answers: answers, turn: turn)
  }
}

extension SavedCopy {
  /// Returns the parts that a copy is without, and why: "what needs “Get Allergies”", "medications (500)". Empty if it is whole.
  private static func lacking(_ answers: [String: CopiedAnswer]) -> String {
    let lacking = answers.compactMap { question, answer -> String? in
      switch answer {
      case .answered, .earlier, .lacking(.notFound): return nil
      // Of what only says how others are asked for, nothing is missing.
      case .lacking(.missingPrivilege(let name)):
        return SavedCopy.part(question).map { _ in "what needs “\(name)”" }
      case .lacking(.refused(let status, _)):
        return SavedCopy.part(question).map { status == 0 ? $0 : "\($0) (\(status))" }
      }
    }
    return Set(lacking).sorted().joined(separator: ", ")
  }

  /// Returns the parts that a copy has from an earlier one, and why: "allergies (500)". Empty if there are none.
  private static func outdated(_ answers: [String: CopiedAnswer]) -> String {
    let outdated = answers.compactMap { question, answer -> String? in
      guard case .earlier(_, _, let status, _) = answer else { return nil }
      return SavedCopy.part(question).map { status == 0 ? $0 : "\($0) (\(status))" }
    }
    return Set(outdated).sorted().joined(separator: ", ")
  }

  /// Returns the kind of thing that a question is for: "encounter".
  private static func resource(_ question: String) -> Substring {
    question.prefix { $0 != "/" && $0 != "?" }
  }

  /// Returns the part of the record that a question is about.
  private static func part(_ question: String) -> String? {
    let path = question.prefix { $0 != "?" }.split(separator: "/").map { String($0) }
    return path.reversed().lazy.compactMap { parts[$0] }.first
  }

  private static let parts = [
    "allergy": "allergies", "condition": "conditions", "order": "medications",
    "programenrollment": "programs", "obs": "vital signs", "concept": "normal ranges",
    "visit": "visits", "encounter": "encounters",
  ]

  var json: JSON {
    .object([
      JSON.Member("format", .number("1")), JSON.Member("turn", .number(String(turn))),
      JSON.Member("patient", patient.json),
      JSON.Member(
        "answers",
        .object(
          answers.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.json) })),
    ])
  }

  /// Reads a copy; nil for anything else.
  init?(_ json: JSON) {
    guard json["format"]?.int == 1, let patient = SavedPatient(json["patient"]),
      let members = json["answers"]?.members
    else { return nil }
    var answers: [String: CopiedAnswer] = [:]
    for member in members {
      guard let answer = CopiedAnswer(member.value) else { return nil }
      answers[member.key] = answer
    }
    // Copies of earlier releases don't say: they are of a time before anybody looked at the clock.
    self.init(patient: patient, answers: answers, turn: json["turn"]?.int ?? 0)
  }
}
