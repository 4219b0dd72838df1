import Reprise

/// One thing that was observed: a question and its answer.
struct Observation: Identifiable, Hashable, Sendable {
  enum Value: Hashable, Sendable {
    case number(Double)
    case text(String)
    case date(Timestamp)
    /// An answer out of a list, by its name.
    case coded(Reference)
    case boolean(Bool)
    /// A file, which is named and not shown.
    case complex(String)
    case group([Observation])
    /// Nothing, or what this release can't read.
    case none
  }

  let id: ResourceID
  let concept: Concept
  let value: Value
  /// What the server says about the value.
  let stated: Interpretation?
  let comment: String?
  let moment: Timestamp?
  let isVoided: Bool
}

extension Observation {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    self.init(
      id: try ResourceID(of: json, under: "uuid"), concept: Concept(json["concept"]),
      value: Value(json), stated: Interpretation(json.text("interpretation")),
      comment: json.text("comment"), moment: json.moment("obsDatetime"),
      isVoided: json["voided"]?.bool ?? false)
  }

  /// How a number compares with what is normal: what the server says, or else what its limits say.
  var interpretation: Interpretation? {
    if let stated { return stated }
    guard case .number(let value) = value else { return nil }
    return concept.range.interpretation(of: value)
  }

  var number: Double? {
    if case .number(let value) = value { value } else { nil }
  }
}

extension Observation.Value {
  /// Reads the value of an observation, which may be of any kind. Those of a group stand under a key of their own.
  fileprivate init(_ json: JSON) {
    if let members = json["groupMembers"]?.array, !members.isEmpty {
      let observations = Entries(members) { entry throws(Unreadable) in try Observation(entry) }
      self = .group(observations.elements.filter { !$0.isVoided })
      return
    }
    switch json["value"] {
    case .number?: self = json["value"]?.double.map { .number($0) } ?? .none
    case .bool(let value)?: self = .boolean(value)
    case .string(let text)?: self = Observation.Value(written: text)
    case .object?:
      // A file has a name and a link, and no id.
      let value = Reference(json["value"])
      self = value.map { $0.id == nil ? .complex($0.name) : .coded($0) } ?? .none
    default: self = .none
    }
  }

  /// Dates and texts are both written as text. A date has day, time and offset; nobody writes a note like that.
  private init(written text: String) {
    if text.utf8.count >= 19, let moment = Timestamp(iso: text) {
      self = .date(moment)
    } else {
      self = text.isEmpty ? .none : .text(text)
    }
  }
}

extension Observation {
  /// "63", "36.6": no more digits than there are.
  static func text(_ value: Double) -> String {
    guard abs(value) < 1e15, value == value.rounded() else { return "\(value)" }
    return String(Int(value))
  }

  /// The value in words, with its unit; nil for a group.
  func words(in zone: Zone) -> String? {
    switch value {
    case .number(let value):
      Observation.text(value) + (concept.units.map { " \($0)" } ?? "")
    case .text(let text): text
    case .date(let moment): moment.minute(in: zone)
    case .coded(let reference): reference.name
    case .boolean(let value): value ? "yes" : "no"
    case .complex(let name): "file: \(name)"
    case .group: nil
    case .none: "no value"
    }
  }

  /// The question: "Weight (kg)".
  var title: String { concept.name ?? "Observation" }
}
