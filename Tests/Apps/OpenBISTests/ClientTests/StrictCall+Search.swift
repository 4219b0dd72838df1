import Accounts
import Reprise

/// Searches of the V3 API (v3/*, v3-refused/*).
extension StrictCall {
  func searchText(
    _ name: String, _ parameters: [JSON], _ user: StrictInstance.User
  ) throws(StrictFailure) -> JSON {
    let kinds = [
      "searchSpaces": "Space", "searchProjects": "Project", "searchExperiments": "Experiment",
      "searchSamples": "Sample", "searchDataSets": "DataSet",
    ]
    var writer = StrictWriter(StrictGraph(state.instance, user), state.instance.storeAddress)
    switch name {
    case "searchAggregationServices":
      try require(parameters, "service", "AggregationService")
      return writer.services(state.instance.services)
    case "searchDataStores":
      try require(parameters, "datastore", "DataStore")
      return writer.stores(others: state.instance.otherStores)
    default: break
    }
    guard let kind = kinds[name] else { throw .user("\(name) isn't modelled") }
    try require(parameters, kind.lowercased(), kind)
    try Self.requireTypes(parameters[1], .undeserialized)
    try Self.requireTypes(parameters[2])
    var found: [Int] = []
    let graph = writer.graph
    for place in graph.nodes.indices where graph.nodes[place].kind == kind {
      if try graph.meets(parameters[1], place) { found.append(place) }
    }
    let options = parameters[2]
    if options["sort"]?.members != nil {
      found.sort { graph.nodes[$0].code < graph.nodes[$1].code }
    }
    let total = state.instance.claimedTotal ?? found.count
    let from = options["from"]?.int ?? 0
    // v3-refused/from-negative
    if from < 0 {
      throw StrictFailure("java.lang.RuntimeException", "fromIndex = \(from) (Context: [])")
    }
    if let count = options["count"]?.int ?? options["count"]?.string.flatMap({ Int($0) }) {
      found = Array(found.dropFirst(state.instance.givesFirstPageAlone ? 0 : from).prefix(count))
    }
    return writer.result(found, options, total: total)
  }

  /// v3-refused/criteria-null, options-null, criteria-without-type, criteria-of-another-type
  private func require(
    _ parameters: [JSON], _ package: String, _ kind: String
  ) throws(StrictFailure) {
    let classes = [
      (1, "as.dto.\(package).search.\(kind)SearchCriteria", "Criteria"),
      (2, "as.dto.\(package).fetchoptions.\(kind)FetchOptions", "Fetch options"),
    ]
    for (place, type, words) in classes {
      let parameter = parameters[place]
      if parameter == .null {
        throw StrictFailure("java.lang.RuntimeException", "\(words) cannot be null. (Context: [])")
      }
      guard let given = parameter["@type"]?.string else { throw .typeless(type) }
      guard given == type else {
        throw StrictFailure(
          "com.fasterxml.jackson.databind.exc.InvalidTypeIdException",
          "Could not resolve type id '\(given)' as a subtype of [simple type, class \(type.replacing("as.dto.", with: "ch.ethz.sis.openbis.generic.asapi.v3.dto."))]: known type ids = [\(type)]\n at [Source: UNKNOWN]"
        )
      }
    }
  }

  /// v3-refused/properties-without-type: every object needs its type, at any depth.
  private static func requireTypes(
    _ json: JSON, _ failure: StrictFailure = .typeless("an object")
  ) throws(StrictFailure) {
    switch json {
    case .array(let elements): for element in elements { try requireTypes(element, failure) }
    case .object(let members):
      guard members.contains(where: { $0.key == "@type" }) else { throw failure }
      for member in members { try requireTypes(member.value, failure) }
    default: break
    }
  }

  /// The files of data sets as a data store's V3 lists them: pyBIS' question. No recording has one.
  mutating func listed(_ body: [UInt8]) -> StrictServer.Reply {
    guard let json = try? JSON(body), let parameters = json["params"]?.array,
      parameters.count == 3, json["method"]?.string == "searchFiles"
    else { return StrictServer.Reply(status: 501) }
    let id = json["id"] ?? .null
    do {
      state.calls.append("searchFiles")
      let user = try user(parameters[0], takesPAT: true)
      try Self.requireTypes(parameters[1], .undeserialized)
      try Self.requireTypes(parameters[2])
      let inner = parameters[1]["criteria"]?.array?.first ?? .null
      let graph = StrictGraph(state.instance, user)
      var files: [JSON] = []
      var numbering = Numbering()
      _ = numbering.next()
      for place in graph.nodes.indices where graph.nodes[place].kind == "DataSet" {
        guard try graph.meets(inner, place) else { continue }
        var directories: Set<String> = [""]
        for path in graph.nodes[place].files.keys {
          var parts = path.split(separator: "/").dropLast()
          while !parts.isEmpty {
            directories.insert(parts.joined(separator: "/"))
            parts = parts.dropLast()
          }
        }
        let all =
          directories.map { ($0, true, 0) }
          + graph.nodes[place].files.map { ($0.key, false, $0.value.count) }
        for (path, isDirectory, length) in all.sorted(by: { $0.0 < $1.0 }) {
          files.append(
            numbering.object(
              "dss.dto.datasetfile.DataSetFile",
              [
                "path": .string(path), "directory": .bool(isDirectory),
                "fileLength": .whole(length), "checksumCRC32": .whole(0), "checksum": .null,
              ]))
        }
      }
      let result = object([
        "@type": .string("as.dto.common.search.SearchResult"), "@id": .whole(1),
        "objects": .array(files), "totalCount": .whole(files.count),
      ])
      return StrictServer.Reply(
        headers: [HTTPHeader("Content-Type", "application/json-rpc")],
        body: object(["jsonrpc": .string("2.0"), "id": id, "result": result]).bytes + [0x0A])
    } catch {
      let data = object(["exceptionTypeName": .string(error.type)])
      let message = error.message.map { JSON.string($0) } ?? .null
      return StrictServer.Reply(
        headers: [HTTPHeader("Content-Type", "application/json-rpc")],
        body: object([
          "jsonrpc": .string("2.0"), "id": id,
          "error": object(["code": .whole(0), "message": message, "data": data]),
        ]).bytes)
    }
  }
}
