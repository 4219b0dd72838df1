import Reprise

/// A patient who is kept complete: every answer that their record is made from.
struct SavedCopy: Hashable, Sendable {
  /// An answer, or that there is none to be had: the server lacks the module, or the user may not see it.
  enum Answer: Hashable, Sendable {
    case answered(JSON, moment: Int)
    case notFound(String)
    case missingPrivilege(String)
    /// The server can't say it: its status, or 0, and its words.
    case refused(Int, String)

    /// When it was given, in seconds since 1970; nil if that isn't kept.
    var moment: Int? {
      if case .answered(_, let moment) = self { return moment }
      return nil
    }
  }

  private(set) var patient: SavedPatient
  /// By the question without its pages: "visit?patient=7&v=…". A list is whole, as far as the viewer ever shows it.
  let answers: [String: Answer]

  init(patient: SavedPatient, answers: [String: Answer]) {
    self.patient = patient
    self.answers = answers
    self.patient.lacking = SavedCopy.lacking(answers)
  }
}

extension SavedCopy {
  /// The parts that a copy is without, and why: "what needs “Get Allergies”", "medications (500)". Empty if it is whole.
  private static func lacking(_ answers: [String: Answer]) -> String {
    let lacking = answers.compactMap { question, answer -> String? in
      switch answer {
      case .answered, .notFound: return nil
      // Of what only says how others are asked for, nothing is missing.
      case .missingPrivilege(let name):
        return SavedCopy.part(question).map { _ in "what needs “\(name)”" }
      case .refused(let status, _):
        return SavedCopy.part(question).map { status == 0 ? $0 : "\($0) (\(status))" }
      }
    }
    return Set(lacking).sorted().joined(separator: ", ")
  }

  /// What of the record a question is about.
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
      JSON.Member("format", .number("1")), JSON.Member("patient", patient.json),
      JSON.Member(
        "answers",
        .object(
          answers.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.json) })),
    ])
  }

  /// Nil for what isn't one.
  init?(_ json: JSON) {
    guard json["format"]?.int == 1, let patient = SavedPatient(json["patient"]),
      let members = json["answers"]?.members
    else { return nil }
    var answers: [String: Answer] = [:]
    for member in members {
      guard let answer = Answer(member.value) else { return nil }
      answers[member.key] = answer
    }
    self.init(patient: patient, answers: answers)
  }
}

extension SavedCopy.Answer {
  fileprivate var json: JSON {
    switch self {
    case .answered(let body, let moment):
      .object([JSON.Member("moment", .number(String(moment))), JSON.Member("body", body)])
    case .notFound(let text): .object([JSON.Member("notFound", .string(text))])
    case .missingPrivilege(let name): .object([JSON.Member("missingPrivilege", .string(name))])
    case .refused(let status, let text):
      .object([
        JSON.Member("refused", .string(text)), JSON.Member("status", .number(String(status))),
      ])
    }
  }

  fileprivate init?(_ json: JSON) {
    if let body = json["body"], let moment = json["moment"]?.int {
      self = .answered(body, moment: moment)
    } else if let text = json["notFound"]?.string {
      self = .notFound(text)
    } else if let name = json["missingPrivilege"]?.string {
      self = .missingPrivilege(name)
    } else if let text = json["refused"]?.string {
      self = .refused(json["status"]?.int ?? 0, text)
    } else {
      return nil
    }
  }
}
