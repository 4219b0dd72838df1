import Reprise

/// The kinds of things that every openBIS has, with the words of the V3 API for them.
enum V3Kind: String, CaseIterable, Sendable {
  case space, project, collection, object, dataSet, file

  /// The word in the API's names of types: a collection is an experiment there, an object a sample.
  var word: String {
    switch self {
    case .space: "Space"
    case .project: "Project"
    case .collection: "Experiment"
    case .object: "Sample"
    case .dataSet: "DataSet"
    case .file: "DataSetFile"
    }
  }

  private var package: String { "as.dto.\(word.lowercased())" }

  /// The type of the criteria that find such things.
  var criteria: String { "\(package).search.\(word)SearchCriteria" }

  /// The method that finds such things.
  var searching: String { "search\(word)s" }

  /// The title of the section of such things: with their type where they have one.
  func title(_ type: String?) -> String {
    let kind =
      switch self {
      case .space: "Space"
      case .project: "Project"
      case .collection: "Collection"
      case .object: "Object"
      case .dataSet: "Data set"
      case .file: "File"
      }
    return type.map { "\(kind) (\($0))" } ?? kind
  }

  /// True if such things have a type and properties.
  var hasType: Bool { self == .collection || self == .object || self == .dataSet }

  // MARK: Ids

  /// Returns the id of such a thing: "object 20261122015834316-10". Two kinds may use one permId.
  func id(_ permID: String) -> ResourceID { ResourceID("\(rawValue) \(permID)") }

  /// Returns the permId in such a thing's id; nil for any other text.
  func permID(in id: String) -> String? {
    id.hasPrefix(rawValue + " ") ? String(id.dropFirst(rawValue.count + 1)) : nil
  }

  /// Returns whether an id is that of a file or folder of a data set.
  static func isFile(_ id: ResourceID) -> Bool { id.text.hasPrefix("\(file.rawValue) ") }

  /// Returns the kind and the permId of an entity; nil for one of another way of browsing.
  static func of(_ entity: Entity) -> (V3Kind, String)? {
    guard let kind = entity.refcon?["kind"]?.string.flatMap({ V3Kind(rawValue: $0) }),
      let permID = entity.refcon?["permId"]?.string
    else { return nil }
    return (kind, permID)
  }

  /// Returns the criteria that find the things that a user may mean by an id, a permId or an
  /// identifier: of the latter the last part is the code, and the others the project or space.
  func naming(_ name: String) -> [JSON] {
    guard name.hasPrefix("/") else { return [identifying(permID(in: name) ?? name)] }
    let path = name.split(separator: "/").map { String($0) }
    let code = V3.code(path.last ?? "")
    guard path.count > 1, self != .dataSet else { return [code] }
    // A collection's criteria know its project, and not its space.
    let (owner, name) =
      self == .collection ? (V3Kind.project, path[path.count - 2]) : (.space, path[0])
    return [code, V3.object(owner.criteria, ["criteria": .array([V3.code(name)])])]
  }

  /// Returns the criterion that finds just one thing. A space's permId is its code.
  func identifying(_ permID: String) -> JSON {
    self == .space ? V3.code(permID) : V3.permID(permID)
  }

  // MARK: Fetch options

  /// Returns fetch options: what isn't named isn't fetched, and null in the answer.
  func options(_ members: [String: JSON]) -> JSON {
    .object(
      [JSON.Member("@type", .string("\(package).fetchoptions.\(word)FetchOptions"))]
        + members.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) })
  }

  /// The order of pages.
  var sorting: JSON {
    let sorting = V3.object(
      "as.dto.common.fetchoptions.Sorting",
      [
        "field": .string("CODE"),
        "order": V3.object("as.dto.common.fetchoptions.SortOrder", ["asc": .bool(true)]),
      ])
    return V3.object(
      "\(package).fetchoptions.\(word)SortOptions", ["sortings": .array([sorting])])
  }

  private static let properties = V3.object("as.dto.property.fetchoptions.PropertyFetchOptions")

  /// The options of the type's code alone.
  var typeOptions: JSON { V3.object("\(package).fetchoptions.\(word)TypeFetchOptions") }

  /// The options of the type with the labels of its properties.
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

  /// The parts of a thing that a row needs.
  var named: [String: JSON] {
    hasType ? ["type": typeOptions, "properties": Self.properties] : [:]
  }

  /// The parts of a thing that a row needs which says whether there is anything below.
  var listed: [String: JSON] {
    guard self == .object else { return named }
    return named.merging([
      "children": V3Kind.object.options([:]), "dataSets": V3Kind.dataSet.options([:]),
    ]) { $1 }
  }

  /// The parts of a thing that its details show.
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

/// Criteria of the V3 API. The form is that of pyBIS; the servers leave out what they need not know.
extension V3 {
  /// Returns the criterion that the code is just this.
  static func code(_ code: String) -> JSON {
    object("as.dto.common.search.CodeSearchCriteria", ["fieldValue": equal(code)])
  }

  /// Returns the criterion that the permId is just this.
  static func permID(_ permID: String) -> JSON {
    object("as.dto.common.search.PermIdSearchCriteria", ["fieldValue": equal(permID)])
  }

  /// Returns the criterion that the permId of an object is one of several.
  static func anyObject(_ permIDs: [String]) -> JSON {
    object(
      V3Kind.object.criteria,
      ["criteria": .array(permIDs.map { permID($0) }), "operator": .string("OR")])
  }

  /// Returns the criterion that a thing belongs to the one of a kind with a permId.
  static func matching(_ kind: V3Kind, _ permID: String) -> JSON {
    object(kind.criteria, ["criteria": .array([self.permID(permID)])])
  }

  /// Returns the criterion that a thing belongs to none of a kind.
  static func none(_ kind: V3Kind) -> JSON {
    object("as.dto.\(kind.word.lowercased()).search.No\(kind.word)SearchCriteria")
  }

  /// Returns the criterion that a text stands in any field. A quoted text is the whole value; wildcards and case are as everywhere.
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
