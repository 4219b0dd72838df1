import FoundationEssentials
import Reprise

enum V3Kind: String, CaseIterable, Sendable {
  case space, project, collection, object, dataSet, file

  /// In API type names a collection is an experiment and an object a sample.
  var apiName: String {
    switch self {
    case .space, .project: rawValue.capitalized
    case .collection: "Experiment"
    case .object: "Sample"
    case .dataSet: "DataSet"
    case .file: "DataSetFile"
    }
  }

  private var package: String { "as.dto.\(apiName.lowercased())" }

  var criteria: String { "\(package).search.\(apiName)SearchCriteria" }

  var searching: String { "search\(apiName)s" }

  func title(_ type: String?) -> String {
    let kind = self == .dataSet ? "Data set" : rawValue.capitalized
    return type.map { "\(kind) (\($0))" } ?? kind
  }

  var hasType: Bool { self == .collection || self == .object || self == .dataSet }

  // MARK: Ids

  /// "object 20261122015834316-10": two kinds may use the same permId.
  func id(_ permID: String) -> ResourceID { ResourceID("\(rawValue) \(permID)") }

  func permID(in id: String) -> String? {
    id.hasPrefix(rawValue + " ") ? String(id.dropFirst(rawValue.count + 1)) : nil
  }

  static func isFile(_ id: ResourceID) -> Bool { id.text.hasPrefix("\(file.rawValue) ") }

  /// `nil` for an entity of the instance's own service.
  static func of(_ entity: Entity) -> (V3Kind, String)? {
    guard let kind = entity.refcon?["kind"]?.string.flatMap({ V3Kind(rawValue: $0) }),
      let permID = entity.refcon?["permId"]?.string
    else { return nil }
    return (kind, permID)
  }

  /// The last component of an identifier is the code; the others are the project or space.
  func naming(_ name: String) -> [JSON] {
    guard name.hasPrefix("/") else { return [identifying(permID(in: name) ?? name)] }
    let path = name.split(separator: "/").map { String($0) }
    let code = V3.code(path.last ?? "")
    guard path.count > 1, self != .dataSet else { return [code] }
    // Criteria for collections can match the project, but not the space.
    let (owner, name) =
      self == .collection ? (V3Kind.project, path[path.count - 2]) : (.space, path[0])
    return [code, V3.object(owner.criteria, ["criteria": .array([V3.code(name)])])]
  }

  /// A space's permId is its code.
  func identifying(_ permID: String) -> JSON {
    self == .space ? V3.code(permID) : V3.permID(permID)
  }

  // MARK: Fetch options

  /// The server returns null for everything that the options don't name.
  func options(_ members: [String: JSON]) -> JSON {
    .object(
      [JSON.Member("@type", .string("\(package).fetchoptions.\(apiName)FetchOptions"))]
        + members.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) })
  }

  var sorting: JSON {
    let sorting = V3.object(
      "as.dto.common.fetchoptions.Sorting",
      [
        "field": .string("CODE"),
        "order": V3.object("as.dto.common.fetchoptions.SortOrder", ["asc": .bool(true)]),
      ])
    return V3.object(
      "\(package).fetchoptions.\(apiName)SortOptions", ["sortings": .array([sorting])])
  }

  private static let properties = V3.object("as.dto.property.fetchoptions.PropertyFetchOptions")

  var typeOptions: JSON { V3.object("\(package).fetchoptions.\(apiName)TypeFetchOptions") }

  private var labelledType: JSON {
    var options = typeOptions
    let terms = V3.object("as.dto.vocabulary.fetchoptions.VocabularyTermFetchOptions")
    let vocabulary = V3.object(
      "as.dto.vocabulary.fetchoptions.VocabularyFetchOptions", ["terms": terms])
    let propertyType = V3.object(
      "as.dto.property.fetchoptions.PropertyTypeFetchOptions", ["vocabulary": vocabulary])
    options["propertyAssignments"] = V3.object(
      "as.dto.property.fetchoptions.PropertyAssignmentFetchOptions",
      ["propertyType": propertyType])
    return options
  }

  var named: [String: JSON] {
    hasType ? ["type": typeOptions, "properties": Self.properties] : [:]
  }

  /// Includes whether the entity has children.
  var listed: [String: JSON] {
    guard self == .object else { return named }
    return named.merging([
      "children": V3Kind.object.options([:]), "dataSets": V3Kind.dataSet.options([:]),
    ]) { $1 }
  }

  var detailed: [String: JSON] {
    let person = V3.object("as.dto.person.fetchoptions.PersonFetchOptions")
    var options = named
    options["registrator"] = person
    switch self {
    case .space, .file: return options
    case .project: options["leader"] = person
    case .collection: options["type"] = labelledType
    case .object:
      options["type"] = labelledType
      options["parents"] = V3Kind.object.options([:])
      options["experiment"] = V3Kind.collection.options([:])
    case .dataSet:
      options["type"] = labelledType
      options["sample"] = V3Kind.object.options([:])
      options["experiment"] = V3Kind.collection.options([:])
    }
    return options
  }
}

/// Criteria in the form that pyBIS uses.
extension V3 {
  static func code(_ code: String) -> JSON {
    object("as.dto.common.search.CodeSearchCriteria", ["fieldValue": equal(code)])
  }

  static func permID(_ permID: String) -> JSON {
    object("as.dto.common.search.PermIdSearchCriteria", ["fieldValue": equal(permID)])
  }

  static func anyObject(_ permIDs: [String]) -> JSON {
    object(
      V3Kind.object.criteria,
      ["criteria": .array(permIDs.map { permID($0) }), "operator": .string("OR")])
  }

  static func matching(_ kind: V3Kind, _ permID: String) -> JSON {
    object(kind.criteria, ["criteria": .array([self.permID(permID)])])
  }

  /// Matches entities that belong to no entity of the `kind`.
  static func none(_ kind: V3Kind) -> JSON {
    object("as.dto.\(kind.apiName.lowercased()).search.No\(kind.apiName)SearchCriteria")
  }

  /// A quoted text matches whole values; any other matches parts, and may contain wildcards.
  static func anyField(_ text: String) -> JSON {
    let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
    let value =
      isQuoted
      ? equal(String(text.dropFirst().dropLast()))
      : object("as.dto.common.search.StringContainsValue", ["value": .string(text)])
    return object("as.dto.common.search.AnyFieldSearchCriteria", ["fieldValue": value])
  }

  private static func equal(_ text: String) -> JSON {
    object("as.dto.common.search.StringEqualToValue", ["value": .string(text)])
  }
}
