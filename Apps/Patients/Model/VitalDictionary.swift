import Reprise

/// A server's concepts for vital signs, with their units and limits. Each server has its own
/// dictionary: systolic blood pressure can be a concept with any UUID, mapped to CIEL or LOINC. Its
/// observations are read as observations of the sign's concept (`Sign.concepts`).
struct VitalDictionary: Hashable, Sendable {
  struct Name: Hashable, Sendable {
    /// In config.json: "systolic".
    let key: String
    let concept: ResourceID
    /// The concept's own UUID and its mappings.
    let references: [String]
  }

  /// AMPATH and PIH, from which CIEL is derived, use the same numbers.
  static let names: [Name] = [
    name("systolic", 5085, "8480-6"), name("diastolic", 5086, "8462-4"),
    name("pulse", 5087, "8867-4"), name("temperature", 5088, "8310-5"),
    name("oxygenSaturation", 5092, "2708-6", "59408-5"), name("respiratoryRate", 5242, "9279-1"),
    name("weight", 5089, "29463-7", "3141-9"), name("height", 5090, "8302-2"),
    name("armCircumference", 1343, "56072-2"),
  ]

  private static func name(_ key: String, _ number: Int, _ loinc: String...) -> Name {
    let numbered = ["CIEL", "AMPATH", "PIH"].map { "\($0):\(number)" }
    let concept = Sign.concept(number)
    return Name(
      key: key, concept: concept,
      references: [concept.text] + numbered + loinc.map { "LOINC:\($0)" })
  }

  private(set) var concepts: [ResourceID: ResourceID] = [:]
  private(set) var ranges: [Concept] = []
  private(set) var isFromServer = false

  /// For a server that can't be asked: CIEL's own concepts.
  init() {
    for name in VitalDictionary.names { concepts[name.concept] = name.concept }
  }

  init(_ found: [JSON], chosen: [String: String] = [:]) {
    isFromServer = true
    for name in VitalDictionary.names {
      let wanted = chosen[name.key].map { [$0] } ?? name.references
      for json in found where VitalDictionary.isNamed(json, by: wanted) {
        add(json, as: name.concept)
      }
    }
  }

  mutating func add(_ json: JSON, as concept: ResourceID) {
    let own = Concept(json)
    guard let id = own.id, concepts[id] == nil else { return }
    concepts[id] = concept
    ranges.append(own.with(id: concept))
  }

  var isEmpty: Bool { concepts.isEmpty }

  func concepts(of wanted: [ResourceID] = Sign.allConcepts) -> [ResourceID] {
    wanted.flatMap { concept in
      concepts.filter { $0.value == concept }.map(\.key).sorted { $0.text < $1.text }
    }
  }

  static func references(chosen: [String: String]) -> [String] {
    names.flatMap { name in chosen[name.key].map { [$0] } ?? name.references }
  }

  /// By its UUID or by a SAME-AS mapping.
  static func isNamed(_ concept: JSON, by references: [String]) -> Bool {
    let wanted = Set(references.map { $0.uppercased() })
    if let uuid = concept.text("uuid"), wanted.contains(uuid.uppercased()) { return true }
    return (concept["mappings"]?.array ?? []).contains { mapping in
      let kind = Reference(mapping["conceptMapType"])?.name.uppercased()
      guard kind == nil || kind == "SAME-AS" else { return false }
      let term = mapping["conceptReferenceTerm"]
      guard let code = term?.text("code"), let source = Reference(term?["conceptSource"])?.name
      else { return false }
      return wanted.contains("\(source):\(code)".uppercased())
    }
  }

  static let unknown =
    "This server's vital signs aren't known: name their concepts under “vitals” in config.json."

  /// Each named sign has a concept's UUID or mapping. Throws `UsageError` for anything else.
  static func chosen(_ json: JSON?) throws -> [String: String] {
    guard let json else { return [:] }
    let example = #"{"systolic": "CIEL:5085", "diastolic": "CIEL:5086"}"#
    let keys = Set(names.map(\.key))
    guard let members = json.members else {
      throw UsageError("“vitals” in config.json is \(json.kind)", advice: "Write \(example).")
    }
    var chosen: [String: String] = [:]
    for member in members {
      guard keys.contains(member.key) else {
        throw UsageError(
          "“vitals” in config.json names no sign with “\(member.key)”",
          advice: "There are: \(names.map(\.key).joined(separator: ", ")).")
      }
      guard let text = member.value.string, !text.isEmpty, !text.contains(",") else {
        throw UsageError(
          "“\(member.key)” of “vitals” in config.json isn't a concept",
          advice: "Write its UUID or a mapping, as in \(example).")
      }
      chosen[member.key] = text
    }
    return chosen
  }
}
