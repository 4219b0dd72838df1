/// A type of object on a server: its properties and predefined representations.
struct ResourceType: Sendable {
  /// The key in `ResourceTable`: "visit".
  let name: String
  /// The class name in error messages: "org.openmrs.Visit".
  let javaClass: String
  /// The resource name in links; `nil` if the type has no links.
  let alias: String?
  /// The value of `resourceVersion`; `nil` if the type has none.
  let version: String?
  /// The properties by name. A property's type is `nil` unless its value is an object or a list of
  /// them.
  let properties: [String: Property]
  let standard: [AskedRepresentation.Property]
  let full: [AskedRepresentation.Property]?
  /// The properties of a reference; `nil` for the usual ones, `uuid` and `display`.
  let reference: [AskedRepresentation.Property]?
  /// The privilege without which REST 3.3 and later omit objects of this type.
  let privilege: String?

  struct Property: Sendable {
    var type: String?
    /// The first releases that have the property.
    var core: ServerProfile.Version = "0"
    var rest: ServerProfile.Version = "0"
  }

  /// - Parameters:
  ///   - plain: Names of properties, separated by blanks: "uuid display voided".
  ///   - nested: Properties with their types: "patient location:location encounters:encounter".
  ///   - since: Names of properties with the first core release that has them: "diagnoses:2.2".
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

  func property(_ name: String, in profile: ServerProfile) -> Property? {
    guard let property = properties[name], property.core <= profile.core,
      property.rest <= profile.rest
    else { return nil }
    return property
  }
}

extension ResourceType {
  /// Returns the properties of a reference. Those of programs include `display` and `retired` only
  /// since REST 2.50 [2.49: 806].
  func reference(in profile: ServerProfile) -> [AskedRepresentation.Property]? {
    guard name == "program", profile.rest < "2.50" else { return reference }
    return reference?.filter { $0.name != "display" && $0.name != "retired" }
  }

  /// Returns the properties of the default or full representation in the releases of a profile.
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
