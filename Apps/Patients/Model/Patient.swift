import Reprise

/// A patient, as `/patient` describes one.
///
/// Every field but the id may be missing: what a server doesn't know it leaves out, or writes as null. Texts are the server's
/// own and not made safe for a terminal.
struct Patient: Identifiable, Hashable, Sendable {
  /// Something that was written down about a person: "Telephone Number", "0700 000000".
  struct Attribute: Hashable, Sendable {
    let label: String
    let value: String
  }

  let id: ResourceID
  let name: PersonName?
  /// The name preferred, and others.
  let names: [PersonName]
  let identifiers: [Identifier]
  let sex: Sex
  /// In whole years, at the day of death for the dead; nil if it isn't known.
  let age: Int?
  let birthdate: CalendarDay?
  let isBirthdateEstimated: Bool
  /// Nil where the server doesn't say, for want of a right: then nobody is called alive.
  let isDead: Bool?
  /// The day as it was written down.
  let died: CalendarDay?
  let isDeathEstimated: Bool
  let causeOfDeath: String?
  let address: Address?
  let attributes: [Attribute]
  /// Whether the record was deleted, or merged into another one.
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
        person["preferredName"])
        ?? names.first
        ?? PersonName(Patient.named(person == .null ? json["display"] : person["display"])),
      names: names,
      identifiers: (json["identifiers"]?.array ?? []).compactMap { Identifier($0) },
      sex: Sex(person.text("gender")), age: person.wholeNumber("age"),
      birthdate: person.text("birthdate").flatMap { CalendarDay(iso: $0) },
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
  /// Of a person who is left out, for want of a right, the patient's own display has the name.
  private static func named(_ display: JSON?) -> JSON? {
    display.map { .object([JSON.Member("display", $0)]) }
  }
}

extension Patient.Attribute {
  /// The value may be a text, a number, or something that is referred to.
  fileprivate init?(_ json: JSON) {
    guard json["voided"]?.bool != true, let label = Reference(json["attributeType"])?.name,
      let value = json.text("value") ?? Reference(json["value"])?.name
        ?? json["value"]?.bool.map({ $0 ? "yes" : "no" })
    else { return nil }
    self.init(label: label, value: value)
  }
}

extension JSON {
  /// The moment under a key.
  func moment(_ key: String) -> Timestamp? { text(key).flatMap { Timestamp(iso: $0) } }

  /// The day under a key, as it is written there: a server writes days as its own midnight, which elsewhere is another day's.
  func day(_ key: String) -> CalendarDay? { text(key).flatMap { CalendarDay(iso: $0) } }
}
