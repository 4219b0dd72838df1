import Reprise

/// A patient as `/patient` returns it. Every field except the id may be missing: servers omit
/// unknown values or send null. Texts come unchanged from the server, and aren't made safe for a
/// terminal.
struct Patient: Identifiable, Hashable, Sendable {
  struct Attribute: Hashable, Sendable {
    let label: String
    let value: String
  }

  let id: ResourceID
  let name: PersonName?
  let names: [PersonName]
  let identifiers: [Identifier]
  let sex: Sex
  /// In whole years, at death if the patient is dead.
  let age: Int?
  let birthdate: CalendarDate?
  let isBirthdateEstimated: Bool
  /// `nil` if the user lacks a privilege; such a patient isn't shown as alive.
  let isDead: Bool?
  let died: CalendarDate?
  let isDeathEstimated: Bool
  let causeOfDeath: String?
  let address: Address?
  let attributes: [Attribute]
  /// Whether the record was deleted, or merged into another one.
  let isVoided: Bool
  let raw: JSON
}

extension Patient {
  init(_ json: JSON) throws(Unreadable) {
    let person = json["person"] ?? .null
    let names = (person["names"]?.array ?? []).compactMap { name in
      name["voided"]?.bool == true ? nil : PersonName(name)
    }
    let preferred = person["preferredName"]?.text("uuid").map { ResourceID($0) }
    id = try ResourceID(of: json, under: "uuid")
    // The preferred name itself comes without its parts.
    name =
      names.first { $0.id != nil && $0.id == preferred } ?? PersonName(
        person["preferredName"], display: person.text("display"))
      ?? names.first
      ?? PersonName(Patient.named(person == .null ? json["display"] : person["display"]))
    self.names = names
    identifiers = (json["identifiers"]?.array ?? []).compactMap { Identifier($0) }
    sex = Sex(person.text("gender"))
    age = person.wholeNumber("age")
    birthdate = person.text("birthdate").flatMap { CalendarDate(iso: $0) }
    isBirthdateEstimated = person["birthdateEstimated"]?.bool ?? false
    isDead = person["dead"]?.bool ?? (person.text("deathDate") == nil ? nil : true)
    died = person.day("deathDate")
    isDeathEstimated = person["deathdateEstimated"]?.bool ?? false
    causeOfDeath =
      Reference(person["causeOfDeath"])?.name
      ?? person.text("causeOfDeathNonCoded")
    address = Address(person["preferredAddress"])
    attributes = (person["attributes"]?.array ?? []).compactMap { Attribute($0) }
    isVoided = json["voided"]?.bool ?? false
    raw = json
  }

  /// The server omits the person if the user lacks a privilege.
  var includesPerson: Bool { raw["person"]?.members != nil }

  /// For a response without the person.
  private static func named(_ display: JSON?) -> JSON? {
    display.map { .object([JSON.Member("display", $0)]) }
  }
}

extension Patient.Attribute {
  /// The value can be a text, a number or a reference.
  fileprivate init?(_ json: JSON) {
    guard json["voided"]?.bool != true, let label = Reference(json["attributeType"])?.name,
      let value = json.text("value") ?? Reference(json["value"])?.name
        ?? json["value"]?.bool.map({ $0 ? "yes" : "no" })
    else { return nil }
    self.init(label: label, value: value)
  }
}

extension JSON {
  func timestamp(_ key: String) -> Timestamp? { text(key).flatMap { Timestamp(iso: $0) } }

  /// Servers send a day as their own midnight, which may be another day in other zones.
  func day(_ key: String) -> CalendarDate? { text(key).flatMap { CalendarDate(iso: $0) } }
}

struct PersonName: Hashable, Sendable {
  let id: ResourceID?
  /// In the order of the spoken name.
  let parts: [String]
  let shown: String?

  /// The keys of the parts, in the order of "Dr. María del Carmen de la Fernández Ruiz Jr".
  private static let keys = [
    "prefix", "givenName", "middleName", "familyNamePrefix", "familyName", "familyName2",
    "familyNameSuffix",
  ]

  /// `display` is that of the person, used if the name has none.
  init?(_ json: JSON?, display: String? = nil) {
    guard let json, json.members != nil else { return nil }
    id = json.text("uuid").map { ResourceID($0) }
    parts = PersonName.keys.compactMap { json.text($0) }
    shown = json.text("display") ?? display
    let inner = PersonName.keys.dropFirst().dropLast().compactMap { json.text($0) }
    prefix = json.text("prefix")
    suffix = json.text("familyNameSuffix")
    // A display that lacks a part of the name isn't used.
    isShownWhole =
      shown.map { shown in
        !inner.isEmpty
          && inner.allSatisfy {
            PersonName.words(of: shown).isSuperset(of: PersonName.words(of: $0))
          }
      } ?? false
    if parts.isEmpty, shown == nil { return nil }
  }

  /// The prefix and suffix, which the server's display omits.
  private let prefix: String?
  private let suffix: String?
  /// Whether the server's display contains all parts except prefix and suffix.
  private let isShownWhole: Bool

  /// In the server's order: "García López, María", "王 小明".
  var text: String {
    guard let shown, isShownWhole else {
      return parts.isEmpty ? shown ?? "" : parts.joined(separator: " ")
    }
    let words = PersonName.words(of: shown)
    func missing(_ part: String?) -> String? {
      part.flatMap { words.isSuperset(of: PersonName.words(of: $0)) ? nil : $0 }
    }
    return [missing(prefix), shown, missing(suffix)].compactMap(\.self).joined(separator: " ")
  }

  private static func words(of text: String) -> Set<Substring> {
    Set(text.split { $0.isWhitespace || $0 == "," })
  }
}

enum Sex: Hashable, Sendable {
  case female, male, other
  case unknown
  /// The server sent a code that this release doesn't support. The value is the code.
  case unnamed(String)

  init(_ code: String?) {
    switch code?.uppercased() {
    case "F": self = .female
    case "M": self = .male
    case "O": self = .other
    case nil, "U": self = .unknown
    default: self = .unnamed(code ?? "")
    }
  }

  var text: String {
    switch self {
    case .female: "female"
    case .male: "male"
    case .other: "other sex"
    case .unknown: "sex unknown"
    case .unnamed(let code): "sex \(code)"
    }
  }

  var letter: String {
    switch self {
    case .female: "F"
    case .male: "M"
    case .other: "O"
    case .unknown: "?"
    case .unnamed(let code): code
    }
  }
}

struct Identifier: Hashable, Sendable {
  let text: String
  let type: String?
  let isPreferred: Bool
  let location: String?

  init?(_ json: JSON) {
    guard let text = json.text("identifier"), json["voided"]?.bool != true else { return nil }
    self.text = text
    type = Reference(json["identifierType"])?.name
    isPreferred = json["preferred"]?.bool ?? false
    location = Reference(json["location"])?.name
  }

  /// "OpenMRS ID 1000F3".
  var title: String { type.map { "\($0) \(text)" } ?? text }
}

struct Address: Hashable, Sendable {
  let lines: [String]

  init?(_ json: JSON?) {
    guard let json else { return nil }
    let keys = (1...15).map { "address\($0)" }
    let locality = [json.text("postalCode"), json.text("cityVillage")].compactMap(\.self)
      .joined(separator: " ")
    let rest = ["countyDistrict", "stateProvince", "country"].map { json.text($0) }
    let lines = (keys.map { json.text($0) } + [locality] + rest).compactMap(\.self)
      .filter { !$0.isEmpty }
    guard !lines.isEmpty else { return nil }
    self.lines = lines
  }
}
