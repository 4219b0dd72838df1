import Reprise

extension OpenMRSServer {
  /// Handles `obs?patient=&concepts=u,u`: the newest first, including members of groups, without
  /// voided ones [570-576].
  ///
  /// Before 2.49, `totalCount` makes the server ignore `concepts` [2.44: 572].
  func observations(_ question: ParsedRequest) throws -> ServerReply {
    let request = question.request
    guard let patient = request["patient"] else { throw ServerFailure.unsupported() }
    try question.require("Get Patients")
    try question.require("Get Observations")
    guard data.thing("patient", patient) != nil else { return question.nothingFound }
    let isHeard = question.searches.isSubset(of: ["patient", "concepts", "concept"])
    let concepts = isHeard ? (request["concepts"] ?? request["concept"]) : nil
    let wanted = concepts.map { Set($0.split(separator: ",").map { String($0) }) }
    let own = data.newestObservations(of: patient).filter { observation in
      wanted?.contains(observation["concept"]?.text("uuid") ?? "") ?? true
    }
    return try question.list(own, "obs")
  }

  /// Handles `conceptreferencerange?patient=&concept=u,u`: the limits for this patient [584, 585].
  ///
  /// REST 2.49 and 2.50 omit concepts without separate limits for some patients [2.49: 585b].
  func ranges(_ question: ParsedRequest) throws -> ServerReply {
    let request = question.request
    guard let patient = request["patient"], let concepts = request["concept"] else {
      throw ServerFailure.unsupported()
    }
    try question.require("Get Patients")
    guard data.thing("patient", patient) != nil else { throw ServerFailure.notThere }
    let ranges = concepts.split(separator: ",").compactMap { uuid -> JSON? in
      if let own = data.ranges[patient]?[String(uuid)] { return own }
      guard profile.tellsAllRanges, let concept = data.thing("concept", String(uuid)),
        concept.text("units") != nil
      else { return nil }
      return OpenMRSServer.range(of: concept, for: patient)
    }
    return try question.list(ranges, "conceptreferencerange")
  }

  private static func range(of concept: JSON, for patient: String) -> JSON {
    let uuid = concept.text("uuid") ?? ""
    var range: [JSON.Member] = [
      .init("uuid", .string("range-\(uuid.prefix(8))-\(patient.prefix(8))")),
      .init("display", concept["display"] ?? .null), .init("concept", .string(uuid)),
    ]
    for key in [
      "hiNormal", "hiAbsolute", "hiCritical", "lowNormal", "lowAbsolute", "lowCritical", "units",
      "allowDecimal",
    ] { range.append(.init(key, concept[key] ?? .null)) }
    return .object(range)
  }
}
