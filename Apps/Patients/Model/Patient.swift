import Reprise

/// A patient, as `/patient` describes one.
///
/// Every field but the id may be missing: a server leaves an unknown one out, or writes null. Texts are the server's own and not made safe
/// for a terminal.
struct Patient: Identifiable, Hashable, Sendable {
  /// An attribute of a person: "Telephone Number", "0700 000000".
  struct Attribute: Hashable, Sendable {
    let label: String
    let value: String
  }

  let id: ResourceID
  let name: PersonName?
  /// The preferred name, and others.
  let names: [PersonName]
  let identifiers: [Identifier]
  let sex: Sex
  /// The age in whole years, for the dead at the day of death; nil if it isn't known.
  let age: Int?
  let birthdate: CalendarDate?
  let isBirthdateEstimated: Bool
  /// True if the patient is dead; nil if the server doesn't say, for want of a right: then nobody is called alive.
  let isDead: Bool?
  /// The day of death as it was written down.
  let died: CalendarDate?
  let isDeathEstimated: Bool
  let causeOfDeath: String?
  let address: Address?
  let attributes: [Attribute]
  /// True if the record was deleted, or merged into another one.
  let isVoided: Bool
  /// The entry as it was received, with the keys that this release doesn't know.
  let raw: JSON
}

extension Patient {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    let person = json["person"] ?? .null
    let names = (person["names"]?.array ?? []).compactMap { name in
      name["voided"]?.bool == true ? nil : PersonName(name)
    }
    let preferred = person["preferredName"]?.text("uuid").map { ResourceID($0) }
    self.init(
      id: try ResourceID(of: json, under: "uuid"),
      // With all its parts, which the preferred one alone hasn't.
      name: names.first { $0.id != nil && $0.id == preferred } ?? PersonName(
        person["preferredName"], display: person.text("display"))
        ?? names.first
        ?? PersonName(Patient.named(person == .null ? json["display"] : person["display"])),
      names: names,
      identifiers: (json["identifiers"]?.array ?? []).compactMap { Identifier($0) },
      sex: Sex(person.text("gender")), age: person.wholeNumber("age"),
      birthdate: person.text("birthdate").flatMap { CalendarDate(iso: $0) },
      isBirthdateEstimated: person["birthdateEstimated"]?.bool ?? false,
      isDead: person["dead"]?.bool ?? (person.text("deathDate") == nil ? nil : true),
      died: person.day("deathDate"),
      isDeathEstimated: person["deathdateEstimated"]?.bool ?? false,
      causeOfDeath: Reference(person["causeOfDeath"])?.name
        ?? person.text("causeOfDeathNonCoded"),
      address: Address(person["preferredAddress"]),
      attributes: (person["attributes"]?.array ?? []).compactMap { Attribute($0) },
      isVoided: json["voided"]?.bool ?? false, raw: json)
  }
}

extension Patient {
  /// False if the server leaves the person out, for want of a right: then nothing of it is unknown.
  var isPersonTold: Bool { raw["person"]?.members != nil }

  /// Returns the name from the patient's own display, for a person who is left out, for want of a right.
  private static func named(_ display: JSON?) -> JSON? {
    display.map { .object([JSON.Member("display", $0)]) }
  }
}

extension Patient.Attribute {
  /// Reads an attribute. The value may be a text, a number, or a reference.
  fileprivate init?(_ json: JSON) {
    guard json["voided"]?.bool != true, let label = Reference(json["attributeType"])?.name,
      let value = json.text("value") ?? Reference(json["value"])?.name
        ?? json["value"]?.bool.map({ $0 ? "yes" : "no" })
    else { return nil }
    self.init(label: label, value: value)
  }
}

extension JSON {
  /// Returns the moment under a key.
  func timestamp(_ key: String) -> Timestamp? { text(key).flatMap { Timestamp(iso: $0) } }

  /// Returns the day under a key, as it is written there: a server writes days as its own midnight, which elsewhere is another day's.
  func day(_ key: String) -> CalendarDate? { text(key).flatMap { CalendarDate(iso: $0) } }
}
