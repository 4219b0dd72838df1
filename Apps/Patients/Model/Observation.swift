import FoundationEssentials
import Glibc
import Reprise

struct Observation: Identifiable, Hashable, Sendable {
  enum Value: Hashable, Sendable {
    /// "<" means that the result is below the measurable range.
    case number(Double, modifier: String?)
    case text(String)
    case day(CalendarDate)
    /// A time of day, as it was recorded: "07:30".
    case time(String)
    case date(Timestamp)
    case coded(Reference)
    case boolean(Bool)
    /// A file, such as an image. It isn't shown, and servers don't send its name.
    case complex
    case group([Observation])
    case hidden
    /// The observation has no value, or this release can't read it.
    case none
  }

  let id: ResourceID
  private(set) var concept: Concept
  let value: Value
  let stated: Interpretation?
  /// For this patient at that time; `nil` if the server doesn't send it.
  let ownRange: ReferenceRange?
  /// "preliminary", "amended"; `nil` if it is final or not sent.
  let status: String?
  let comment: String?
  /// A day if the form asked only for a day.
  let when: DateOrTime?
  let encounter: ResourceID?
  /// The observation group, if the representation includes it.
  let group: ResourceID?
  let isVoided: Bool
}

extension Observation {
  init(_ json: JSON) throws(Unreadable) {
    let comment = json.text("comment")
    let ownRange = json["referenceRange"].map { ReferenceRange($0, isOwn: true) }
    let status = json.text("status")
    id = try ResourceID(of: json, under: "uuid")
    concept = Concept(json["concept"])
    value = Value(json)
    stated = Interpretation(json.text("interpretation"))
    self.ownRange = ownRange.flatMap { $0.isEmpty ? nil : $0 }
    self.status = status == "FINAL" ? nil : status?.lowercased()
    // The server marks values that are locations with this comment.
    self.comment = comment == "org.openmrs.Location" ? nil : comment
    when = DateOrTime(beginning: json.text("obsDatetime"))
    encounter = Reference(json["encounter"])?.id
    group = Reference(json["obsGroup"])?.id
    isVoided = json["voided"]?.bool ?? false
  }

  var timestamp: Timestamp? { when?.timestamp }

  /// Replaces the server's own concept for a vital sign by the sign's concept.
  func read(with dictionary: VitalDictionary) -> Observation {
    var observation = self
    if let id = concept.id, let known = dictionary.concepts[id] {
      observation.concept = concept.with(id: known)
    }
    return observation
  }

  func range(inChild isChild: Bool = false) -> ReferenceRange {
    ownRange?.counting(forChild: isChild, beside: concept.range) ?? concept.range
  }

  /// Returns both interpretations if the server's and the comparison with the limits differ.
  func interpretation(inChild isChild: Bool = false) -> Interpretation? {
    let sign = Sign.allCases.first { sign in
      concept.id.map(sign.concepts.contains) ?? false
    }
    let isChild = isChild && sign?.dependsOnAge != false
    return interpretation(within: range(inChild: isChild), inChild: isChild)
  }

  func interpretation(
    within range: ReferenceRange, inChild isChild: Bool = false
  ) -> Interpretation? {
    let compared = comparison(with: range, inChild: isChild)
    guard let stated else { return compared }
    if let compared {
      return stated.includes(compared) ? stated : .contradicted(stated, compared)
    }
    // A corrected value keeps the interpretation of the wrong one (TRUNK-6442).
    guard range.isOwn, !isModified, let number, range.isWithin(number, where: stated.direction)
    else { return stated }
    return .contradicted(stated, .within)
  }

  private func comparison(with range: ReferenceRange, inChild isChild: Bool) -> Interpretation? {
    guard case .number(let value, let modifier) = value else { return nil }
    switch modifier {
    case nil: return range.interpretation(of: value, inChild: isChild)
    // "<20" is surely below a limit only if every value below 20 is.
    case "<"?: return range.interpretation(of: value.nextDown, inChild: isChild)?.ifBelow
    case ">"?: return range.interpretation(of: value.nextUp, inChild: isChild)?.ifAbove
    default: return nil
    }
  }

  var isModified: Bool {
    if case .number(_, modifier: _?) = value { true } else { false }
  }

  var number: Double? {
    if case .number(let value, _) = value { value } else { nil }
  }

  /// Vital signs in their fixed order, then by name, then the newest: servers define no order.
  static func isBefore(_ one: Observation, _ other: Observation) -> Bool {
    func rank(_ observation: Observation) -> Int {
      observation.concept.id.flatMap { Sign.allConcepts.firstIndex(of: $0) } ?? .max
    }
    let (left, right) = ((rank(one), one.title), (rank(other), other.title))
    guard left == right else { return left < right }
    let timestamps = (one.timestamp ?? .earliest, other.timestamp ?? .earliest)
    return timestamps.0 == timestamps.1 ? one.id.text < other.id.text : timestamps.0 > timestamps.1
  }

  static func list(_ json: JSON?) -> Entries<Observation> {
    var observations = Entries(json?.array ?? []) { entry throws(Unreadable) in
      try Observation(entry)
    }
    observations.elements.removeAll(where: \.isVoided)
    observations.elements.sort(by: isBefore)
    return observations
  }
}

extension Observation.Value {
  /// The concept for "yes" on nearly every server. Others have concepts named "True" and "False".
  private static let yes = ResourceID("cf82933b-3f3f-45e7-a5ab-5d31aaee3da3")
  private static let no = ResourceID("488b58ff-64f5-4f8a-8979-fa79940b1594")

  fileprivate init(_ json: JSON) {
    if let members = json["groupMembers"]?.array, !members.isEmpty {
      self = .group(Observation.list(json["groupMembers"]).elements)
      return
    }
    switch json["value"] {
    case nil where json["groupMembers"] == nil || json["groupMembers"] == .null: self = .hidden
    case .number?:
      let modifier = json.text("valueModifier")
      self = json["value"]?.double.map { .number($0, modifier: modifier) } ?? .none
    case .bool(let value)?: self = .boolean(value)
    case .string(let text)?: self = Observation.Value(written: text)
    case .object?:
      guard let value = Reference(json["value"]) else {
        self = .none
        return
      }
      self =
        switch value.id {
        // A file has a name and a link, but no UUID.
        case nil: .complex
        case Self.yes?: .boolean(true)
        case Self.no?: .boolean(false)
        case _ where value.name == "True": .boolean(true)
        case _ where value.name == "False": .boolean(false)
        default: .coded(value)
        }
    default: self = .none
    }
  }

  /// The days that core and HTML forms use for times of day.
  private static let daysOfTimes: Set = ["1970-01-01", "1900-01-01", "1900-02-01"]

  /// A note isn't expected to look like a timestamp with an offset.
  private init(written text: String) {
    if text.utf8.count >= 19, let timestamp = Timestamp(iso: text) {
      let day: CalendarDate? =
        if case .day(let day, _)? = DateOrTime(beginning: text) { day } else { nil }
      // A time of day is stored with an old date, which depends on the form, and with the offset
      // that the server's zone had then (openmrs-live 540b, openmrs-forms-live f373). The local
      // time is always right. Before platform 2.7 a day is sent as its midnight, too.
      if Self.daysOfTimes.contains(String(text.prefix(10))) {
        let time = String(text.dropFirst(11).prefix(5))
        let isEither = day != nil && !text.hasPrefix("1900-02-01")
        self = isEither ? .text("\(text.prefix(10)), or the time \(time)") : .time(time)
      } else if let day {
        self = .day(day)
      } else {
        self = .date(timestamp)
      }
    } else if text.utf8.count == 10, let day = CalendarDate(iso: text) {
      self = .day(day)
    } else {
      self = text.isEmpty ? .none : .text(text)
    }
  }
}

extension Observation {
  /// "63", "36.6", "12,345,678": digits are grouped from 10,000 on.
  static func text(_ value: Double) -> String {
    guard abs(value) < 1e15 else { return "\(value)" }
    if value != 0, abs(value) < 1e-4, abs(value) > 1e-15 {
      return Decimal(string: "\(value)")?.description ?? "\(value)"
    }
    guard abs(value) >= 10_000 else {
      return value == value.rounded() ? String(Int(value)) : "\(value)"
    }
    let whole = Int(value)
    guard value != value.rounded() else { return whole.grouped }
    return whole.grouped + "\(value)".drop { $0 != "." }
  }

  func text(in zone: Zone) -> String? {
    switch value {
    case .number: numberText.map { $0 + (concept.unitText.map { " \($0)" } ?? "") }
    case .text(let text): text
    case .day(let day): day.text
    case .time(let time): time
    case .date(let timestamp): timestamp.minute(in: zone)
    case .coded(let reference): reference.name
    case .boolean(let value): value ? "yes" : "no"
    case .complex: "file (not shown)"
    case .group: nil
    case .hidden: "value not told"
    case .none: "no value"
    }
  }

  /// "63", "<20".
  var numberText: String? {
    guard case .number(let value, let modifier) = value else { return nil }
    return (modifier ?? "") + Observation.text(value)
  }

  var title: String { concept.name ?? "Observation (name not told)" }
}
