import Reprise

/// Writes V3 answers: each object once, with its number, and the bare number wherever it is meant
/// again.
struct StrictWriter {
  let graph: StrictGraph
  private let storeAddress: String
  private var numbering = Numbering()
  private var written: [String: Int] = [:]

  init(_ graph: StrictGraph, _ storeAddress: String) {
    self.graph = graph
    self.storeAddress = storeAddress
  }

  mutating func result(_ places: [Int], _ options: JSON, total: Int) -> JSON {
    _ = numbering.next()
    let objects = places.map { node($0, options) }
    return result(objects, total)
  }

  private func result(_ objects: [JSON], _ total: Int) -> JSON {
    object([
      "@type": .string("as.dto.common.search.SearchResult"), "@id": .whole(1),
      "objects": .array(objects), "totalCount": .whole(total),
    ])
  }

  // MARK: Services and stores

  /// ipad/v3-services: the options are shared, so from the second service on they are a number.
  mutating func services(_ services: [(key: String, label: String)]) -> JSON {
    _ = numbering.next()
    let objects = services.map { service in
      var json = numbering.object("as.dto.service.AggregationService", [:])
      Self.add(&json, "fetchOptions", shared("service.fetchoptions.AggregationServiceFetchOptions"))
      let number = numbering.next()
      let store = numbering.object(
        "as.dto.datastore.id.DataStorePermId", ["permId": .string("DSS1")])
      Self.add(
        &json, "permId",
        object([
          "@type": .string("as.dto.service.id.DssServicePermId"), "@id": .whole(number),
          "permId": .string(service.key), "dataStoreId": store,
        ]))
      Self.add(&json, "name", .string(service.key))
      Self.add(&json, "label", .string(service.label))
      return json
    }
    return result(objects, services.count)
  }

  /// v3/searchDataStores
  mutating func stores(others: [String]) -> JSON {
    _ = numbering.next()
    let objects = [store()] + others.enumerated().map { store("DSS\($0 + 2)", $1) }
    return result(objects, objects.count)
  }

  private mutating func store() -> JSON {
    if let number = written["store"] { return .whole(number) }
    let store = store("DSS1", storeAddress)
    written["store"] = store["@id"]?.int
    return store
  }

  private mutating func store(_ code: String, _ address: String) -> JSON {
    let number = numbering.next()
    let options = shared("datastore.fetchoptions.DataStoreFetchOptions")
    return object([
      "@type": .string("as.dto.datastore.DataStore"), "@id": .whole(number),
      "fetchOptions": options, "code": .string(code),
      "downloadUrl": address.isEmpty ? .null : .string(address),
      "remoteUrl": .string(address), "registrationDate": .whole(1_795_312_600_326),
      "modificationDate": .whole(1_795_313_237_002),
    ])
  }

  private mutating func shared(_ type: String) -> JSON {
    if let number = written[type] { return .whole(number) }
    let number = numbering.next()
    written[type] = number
    return object([
      "@type": .string("as.dto." + type), "@id": .whole(number), "count": .null, "from": .null,
      "cacheMode": .string("NO_CACHE"), "sort": .null, "sortBy": .null,
    ])
  }

  // MARK: Things

  private static let histories = [
    "history", "propertiesHistory", "spaceHistory", "projectHistory", "experimentHistory",
    "parentsHistory", "childrenHistory", "containerHistory", "componentsHistory",
    "dataSetsHistory", "unknownHistory",
  ]

  /// The parts of each kind that are null unless they are fetched (v3/search*).
  private static let parts: [String: [String]] = [
    "Space": ["registrator", "samples", "projects"],
    "Project": [
      "experiments", "samples", "history", "spaceHistory", "experimentsHistory",
      "samplesHistory", "unknownHistory", "space", "registrator", "modifier", "leader",
      "attachments",
    ],
    "Experiment": [
      "type", "project", "dataSets", "samples", "history", "propertiesHistory",
      "projectHistory", "samplesHistory", "dataSetsHistory", "unknownHistory", "properties",
      "materialProperties", "sampleProperties", "tags", "registrator", "modifier",
      "attachments",
    ],
    "Sample": [
      "type", "project", "space", "experiment", "properties", "materialProperties",
      "sampleProperties", "parents", "children", "container", "components", "dataSets",
    ] + histories + ["tags", "registrator", "modifier", "attachments"],
    "DataSet": [
      "type", "dataStore", "physicalData", "linkedData", "experiment", "sample", "properties",
      "materialProperties", "sampleProperties", "parents", "children", "containers",
      "components", "tags", "history", "propertiesHistory", "experimentHistory",
      "sampleHistory", "parentsHistory", "childrenHistory", "containersHistory",
      "componentsHistory", "contentCopiesHistory", "unknownHistory", "modifier", "registrator",
    ],
  ]

  private static let frozen: [String: [String]] = [
    "Space": ["Projects", "Samples"], "Project": ["Experiments", "Samples"],
    "Experiment": ["DataSets", "Samples"],
    "Sample": ["Components", "Children", "Parents", "DataSets"],
    "DataSet": ["Children", "Parents", "Components", "Containers"],
  ]

  private mutating func node(_ place: Int, _ options: JSON) -> JSON {
    let node = graph.nodes[place]
    // A thing that is asked for with other options is another object.
    let key = "\(node.key) \(Self.signature(options))"
    if let number = written[key] { return .whole(number) }
    var json = numbering.object("as.dto.\(node.kind.lowercased()).\(node.kind)", [:])
    written[key] = json["@id"]?.int
    let parts = Self.parts[node.kind] ?? []
    let package = node.kind.lowercased()
    var own = numbering.object("as.dto.\(package).fetchoptions.\(node.kind)FetchOptions", [:])
    for key in ["count", "from"] { Self.add(&own, key, .null) }
    Self.add(&own, "cacheMode", .string("NO_CACHE"))
    for part in parts + ["sort", "sortBy"] { Self.add(&own, part, .null) }
    Self.add(&json, "fetchOptions", own)
    if node.kind == "Space" {
      Self.add(
        &json, "id",
        numbering.object("as.dto.space.id.SpaceTechId", ["techId": .whole(1), "id": .string("1")]))
    }
    Self.add(
      &json, "permId",
      numbering.object(
        "as.dto.\(package).id.\(node.kind)PermId", ["permId": .string(node.permID)]))
    if node.kind != "Space", node.kind != "DataSet" {
      Self.add(
        &json, "identifier",
        numbering.object(
          "as.dto.\(package).id.\(node.kind)Identifier", ["identifier": .string(node.identifier)]))
    }
    Self.add(&json, "code", .string(node.code))
    if node.kind == "Space" || node.kind == "Project" {
      Self.add(&json, "description", node.description.map { .string($0) } ?? .null)
    }
    Self.add(&json, "frozen", .bool(false))
    for word in Self.frozen[node.kind] ?? [] { Self.add(&json, "frozenFor\(word)", .bool(false)) }
    Self.add(&json, "registrationDate", .whole(1_795_312_714_316))
    Self.add(&json, "modificationDate", .whole(1_795_313_248_855))
    if node.kind == "DataSet" {
      Self.add(&json, "kind", .string("PHYSICAL"))
      for key in ["measured", "postRegistered"] { Self.add(&json, key, .bool(true)) }
      for key in ["dataProducer", "dataProductionDate"] { Self.add(&json, key, .null) }
      Self.add(&json, "accessDate", .whole(1_795_313_339_914))
    }
    for part in parts {
      Self.add(
        &json, part, options[part]?.members == nil ? .null : fetched(part, node, options[part]))
    }
    if node.kind == "Sample" {
      for part in ["parents", "children"] {
        let isFetched = options[part]?.members != nil
        Self.add(&json, "\(part)Relationships", isFetched ? object([:]) : .null)
      }
    }
    if node.kind != "Space", node.kind != "Project" { Self.add(&json, "metaData", object([:])) }
    return json
  }

  private static func signature(_ options: JSON) -> String {
    let members = (options.members ?? []).filter {
      !["@type", "from", "count", "sort"].contains($0.key) && $0.value != .null
    }
    return members.sorted { $0.key < $1.key }.map { "\($0.key)(\(signature($0.value)))" }.joined()
  }

  private mutating func fetched(
    _ part: String, _ node: StrictGraph.Node, _ options: JSON?
  ) -> JSON {
    let options = options ?? .null
    switch part {
    case "type": return type(node, options)
    case "properties":
      return .object(
        node.properties.compactMap { property in
          property.value.map { JSON.Member(property.code, .string($0)) }
        })
    case "materialProperties", "sampleProperties": return object([:])
    case "registrator", "modifier": return person()
    case "dataStore": return store()
    case "space", "project", "experiment", "sample":
      return node.related[part]?.first.map { self.node($0, options) } ?? .null
    case "physicalData", "linkedData", "leader", "container": return .null
    default: return .array((node.related[part] ?? []).map { self.node($0, options) })
    }
  }

  private mutating func person() -> JSON {
    if let number = written["person"] { return .whole(number) }
    let json = numbering.object("as.dto.person.Person", ["userId": .string("admin")])
    written["person"] = json["@id"]?.int
    return json
  }

  private mutating func type(_ node: StrictGraph.Node, _ options: JSON) -> JSON {
    let key = "type \(node.kind) \(node.type ?? "")"
    if let number = written[key] { return .whole(number) }
    let package = node.kind.lowercased()
    var json = numbering.object("as.dto.\(package).\(node.kind)Type", [:])
    written[key] = json["@id"]?.int
    // The options of types are shared (openbis-live.md, V3).
    Self.add(&json, "fetchOptions", shared("\(package).fetchoptions.\(node.kind)TypeFetchOptions"))
    let kinds = ["Sample": "SAMPLE", "Experiment": "EXPERIMENT", "DataSet": "DATA_SET"]
    Self.add(
      &json, "permId",
      numbering.object(
        "as.dto.entitytype.id.EntityTypePermId",
        [
          "permId": .string(node.type ?? ""), "entityKind": .string(kinds[node.kind] ?? ""),
        ]))
    Self.add(&json, "code", .string(node.type ?? ""))
    Self.add(&json, "description", .null)
    switch node.kind {
    case "Sample":
      for key in [
        "listable", "subcodeUnique", "autoGeneratedCode", "showContainer", "showParents",
        "showParentMetadata",
      ] { Self.add(&json, key, .bool(true)) }
      Self.add(&json, "generatedCodePrefix", .string("P"))
      Self.add(&json, "semanticAnnotations", .null)
    case "DataSet":
      Self.add(&json, "mainDataSetPattern", .null)
      Self.add(&json, "mainDataSetPath", .null)
      Self.add(&json, "disallowDeletion", .bool(false))
    default: break
    }
    Self.add(&json, "modificationDate", .whole(1_795_312_712_494))
    Self.add(&json, "validationPlugin", .null)
    Self.add(&json, "metaData", object([:]))
    var assignments = JSON.null
    if options["propertyAssignments"]?.members != nil {
      assignments = .array(
        node.properties.enumerated().map { place, property in
          var assignment = numbering.object(
            "as.dto.property.PropertyAssignment", ["ordinal": .whole(place + 1)])
          // v3/searchSampleTypes-assignments
          var type = numbering.object(
            "as.dto.property.PropertyType",
            [
              "code": .string(property.code), "label": .string(property.label),
              "dataType": .string(property.dataType),
            ])
          let wanted = options["propertyAssignments"]?["propertyType"]?["vocabulary"]?["terms"]
          var vocabulary = JSON.null
          if let terms = property.terms, wanted?.members != nil {
            let written = terms.sorted { $0.key < $1.key }.map { code, label in
              numbering.object(
                "as.dto.vocabulary.VocabularyTerm",
                ["code": .string(code), "label": .string(label)])
            }
            vocabulary = numbering.object("as.dto.vocabulary.Vocabulary", [:])
            Self.add(&vocabulary, "terms", .array(written))
          }
          Self.add(&type, "vocabulary", vocabulary)
          Self.add(&assignment, "propertyType", type)
          return assignment
        })
    }
    Self.add(&json, "propertyAssignments", assignments)
    return json
  }

  private static func add(_ json: inout JSON, _ key: String, _ value: JSON) {
    json = .object((json.members ?? []) + [JSON.Member(key, value)])
  }
}
