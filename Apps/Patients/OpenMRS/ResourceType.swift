/// A kind of thing on a server: its properties, and its usual representations.
struct ResourceType: Sendable {
  /// The name in the table: "visit".
  let name: String
  /// The name in errors: "org.openmrs.Visit".
  let javaClass: String
  /// The name in links, nil for what has none.
  let alias: String?
  /// The `resourceVersion`, nil for what has none.
  let version: String?
  /// The type of each property that is a thing or a list of things; nil for text, numbers and the like.
  let properties: [String: Property]
  let standard: [AskedRepresentation.Property]
  let full: [AskedRepresentation.Property]?
  /// The representation as a reference; nil for the usual one, a uuid and a display.
  let reference: [AskedRepresentation.Property]?
  /// The right without which REST ≥ 3.3 leaves such a thing out.
  let privilege: String?

  struct Property: Sendable {
    var type: String?
    /// The releases that brought it.
    var core: ServerProfile.Version = "0"
    var rest: ServerProfile.Version = "0"
  }

  /// - Parameters:
  ///   - plain: Names of properties, separated by blanks: "uuid display voided".
  ///   - nested: Properties with their types: "patient location:location encounters:encounter".
  ///   - since: Names of properties with the core that brought them: "diagnoses:2.2".
  ///   - standard: The default representation, written as a custom one without its parentheses.
  init(
    _ name: String, _ javaClass: String, alias: String? = nil, version: String? = nil,
    privilege: String? = nil, plain: String = "", nested: String = "", since: String = "",
    reference: String? = nil, standard: String = "uuid,display", full: String? = nil
  ) {
    self.name = name
    self.javaClass = javaClass
    self.alias = alias
    self.version = version
    self.privilege = privilege
    var properties: [String: Property] = [:]
    for name in plain.split(separator: " ") { properties[String(name)] = Property() }
    for pair in nested.split(separator: " ") {
      let halves = pair.split(separator: ":")
      properties[String(halves[0])] = Property(type: String(halves[halves.count - 1]))
    }
    for pair in since.split(separator: " ") {
      let halves = pair.split(separator: ":")
      properties[String(halves[0]), default: Property()].core = .init(String(halves[1]))
    }
    self.properties = properties
    self.standard = AskedRepresentation.properties(in: standard)
    self.full = full.map { AskedRepresentation.properties(in: $0) }
    self.reference = reference.map { AskedRepresentation.properties(in: $0) }
  }

  /// The property of a name, if servers of a profile know it.
  func property(_ name: String, in profile: ServerProfile) -> Property? {
    guard let property = properties[name], property.core <= profile.core,
      property.rest <= profile.rest
    else { return nil }
    return property
  }
}

extension ResourceType {
  /// Returns the properties of a reference; programs have a display and `retired` there since 2.50 only [2.49: 806].
  func reference(in profile: ServerProfile) -> [AskedRepresentation.Property]? {
    guard name == "program", profile.rest < "2.50" else { return reference }
    return reference?.filter { $0.name != "display" && $0.name != "retired" }
  }

  /// Returns the properties of a usual representation in the releases of a profile.
  func shape(
    _ asked: AskedRepresentation, in profile: ServerProfile
  ) -> [AskedRepresentation.Property] {
    let shape = asked == .full ? full ?? standard : standard
    guard name == "allergen" || name == "reaction", !profile.tellsConceptsByReference else {
      return shape.filter { asked in
        property(asked.name, in: profile) != nil
          && (asked.name != "referenceRange" || profile.hasReferenceRanges)
      }
    }
    return shape.map { .init(name: $0.name) }
  }
}
