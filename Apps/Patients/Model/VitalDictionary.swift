import Reprise

/// The concepts that a server has for vital signs, and what it says of each.
///
/// Servers have their own dictionaries: a systolic blood pressure is a concept with any UUID,
/// mapped to CIEL or LOINC. An observation of it
/// is read as one of the sign's concept (`Sign.concepts`).
struct VitalDictionary: Hashable, Sendable {
  /// A sign's concept, and the names that servers may know it by.
  struct Name: Hashable, Sendable {
    /// The key in config.json: "systolic".
    let key: String
    let concept: ResourceID
    /// The references to it: its own UUID, and its mappings.
    let references: [String]
  }

  /// The names of all signs' concepts. AMPATH and PIH number these as CIEL does, which began with
  /// their dictionaries.
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

  /// The signs' concepts by the server's own.
  private(set) var concepts: [ResourceID: ResourceID] = [:]
  /// What the server says of the signs' concepts: units and limits.
  private(set) var ranges: [Concept] = []
  /// True if the server has said which concepts it has.
  private(set) var isTold = false

  /// Creates the dictionary of a server that can't be asked: every OpenMRS with CIEL has these.
  init() {
    for name in VitalDictionary.names { concepts[name.concept] = name.concept }
  }

  /// Reads the concepts that a server found for the references; `chosen` are the references from
  /// config.json by key.
  init(_ found: [JSON], chosen: [String: String] = [:]) {
    isTold = true
    for name in VitalDictionary.names {
      let wanted = chosen[name.key].map { [$0] } ?? name.references
      for json in found where VitalDictionary.isNamed(json, by: wanted) {
        add(json, as: name.concept)
      }
    }
  }

  /// Adds a concept of the server's as one of a sign's.
  mutating func add(_ json: JSON, as concept: ResourceID) {
    let own = Concept(json)
    guard let id = own.id, concepts[id] == nil else { return }
    concepts[id] = concept
    ranges.append(own.with(id: concept))
  }

  /// True if the server has no concept for any sign.
  var isEmpty: Bool { concepts.isEmpty }

  /// The server's concepts to ask for, in the signs' order.
  func concepts(of wanted: [ResourceID] = Sign.allConcepts) -> [ResourceID] {
    wanted.flatMap { concept in
      concepts.filter { $0.value == concept }.map(\.key).sorted { $0.text < $1.text }
    }
  }

  /// The references that a server is asked for: those of config.json, or else all that are known.
  static func references(chosen: [String: String]) -> [String] {
    names.flatMap { name in chosen[name.key].map { [$0] } ?? name.references }
  }

  /// Tells whether a concept is what one of the references names: by its UUID, or by a mapping that
  /// says that it is the same.
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
}

extension VitalDictionary {
  /// The advice where a server's vital signs aren't known.
  static let unknown =
    "This server's vital signs aren't known: name their concepts under “vitals” in config.json."

  /// Reads "vitals" from config.json: a concept's UUID or mapping for each sign that is named.
  /// Throws `UsageError` for anything else.
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
