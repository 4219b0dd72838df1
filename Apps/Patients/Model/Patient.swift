import Reprise

/// A patient as `/patient` returns it.
///
/// Every field except the id may be missing: servers omit unknown values or send null. Texts come
/// from the server unchanged; they aren't made safe for a terminal.
struct Patient: Identifiable, Hashable, Sendable {
  /// An attribute of a person: "Telephone Number", "0700 000000".
  struct Attribute: Hashable, Sendable {
    let label: String
    let value: String
  }

  let id: ResourceID
  let name: PersonName?
  /// The preferred name and all others.
  let names: [PersonName]
  let identifiers: [Identifier]
  let sex: Sex
  /// The age in whole years, at death if the patient is dead; `nil` if it isn't known.
  let age: Int?
  let birthdate: CalendarDate?
  let isBirthdateEstimated: Bool
  /// Whether the patient is dead; `nil` if the server omits it because the user lacks a privilege.
  /// Such a patient isn't shown as alive.
  let isDead: Bool?
  let died: CalendarDate?
  let isDeathEstimated: Bool
  let causeOfDeath: String?
  let address: Address?
  let attributes: [Attribute]
  /// Whether the record was deleted, or merged into another one.
  let isVoided: Bool
  /// The JSON as received, including keys that this release doesn't know.
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
      // The preferred name itself comes without its parts.
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
  /// Whether the response includes the person. The server omits it if the user lacks a privilege.
  var isPersonTold: Bool { raw["person"]?.members != nil }

  /// Wraps the patient's own display text as a name, for a response without the person.
  private static func named(_ display: JSON?) -> JSON? {
    display.map { .object([JSON.Member("display", $0)]) }
  }
}

extension Patient.Attribute {
  /// Parses an attribute. Its value can be a text, a number or a reference.
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

  /// Returns the day under a key as written. Servers send a day as their own midnight, which may be
  /// another day in other zones.
  func day(_ key: String) -> CalendarDate? { text(key).flatMap { CalendarDate(iso: $0) } }
}
