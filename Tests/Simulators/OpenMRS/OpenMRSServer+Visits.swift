import Reprise

extension OpenMRSServer {
  /// Handles `visit?patient=&includeInactive=&location=`: the newest first. A visit with an end in
  /// the future is active [400-416].
  func visits(_ question: ParsedRequest) throws -> ServerReply {
    let request = question.request
    if let patient = request["patient"] {
      try question.require("Get Patients")
      guard data.thing("patient", patient) != nil else { throw ServerFailure.notThere }
    }
    try question.require("Get Visits")
    let own = request["patient"].map { data.all("visit", of: $0) } ?? data.all("visit")
    let visits = own.filter { visit in
      let isActive =
        visit.timestamp("stopDatetime").map { $0.milliseconds > now.milliseconds } ?? true
      let isThere = request["location"].map { $0 == visit["location"]?.text("uuid") } ?? true
      // A visit that is known only from an encounter has no start.
      return visit["startDatetime"] != nil && (isActive || request["includeInactive"] != "false")
        && isThere && visit["voided"]?.bool != true
    }
    return try question.list(visits.newestFirst(by: "startDatetime"), "visit")
  }

  /// Handles `encounter?patient=&order=&encounterType=&visit=&fromdate=`.
  ///
  /// A parameter unknown to this search leads to another search, which filters by patient only and
  /// silently returns all types and all visits, the oldest first [2.44: 504, 505, 516].
  func encounters(_ question: ParsedRequest) throws -> ServerReply {
    let request = question.request
    guard let patient = request["patient"] else { throw ServerFailure.unsupported() }
    try question.require("Get Patients")
    try question.require("Get Encounters")
    guard data.thing("patient", patient) != nil else { return question.nothingFound }
    let own = data.all("encounter", of: patient).filter { $0["voided"]?.bool != true }
    var known: Set = ["patient", "order", "encounterType", "fromdate", "todate"]
    if profile.findsEncountersOfVisits { known.formUnion(["visit", "totalCount"]) }
    guard question.searches.isSubset(of: known) else {
      return try question.list(own.newestFirst(by: "encounterDatetime").reversed(), "encounter")
    }
    var type = request["encounterType"]
    if let asked = type, data.thing("encountertype", asked) == nil {
      if profile.knowsUnknownEncounterTypes { return question.nothingFound }
      type = nil
    }
    let encounters = own.filter { encounter in
      let day = encounter.text("encounterDatetime").map { String($0.prefix(10)) } ?? ""
      return (type.map { $0 == encounter["encounterType"]?.text("uuid") } ?? true)
        && (request["visit"].map { $0 == encounter["visit"]?.text("uuid") } ?? true)
        && (request["fromdate"].map { day >= $0 } ?? true)
        && (request["todate"].map { day <= $0 } ?? true)
    }.newestFirst(by: "encounterDatetime")
    return try question.list(
      request["order"] == "desc" ? encounters : encounters.reversed(), "encounter")
  }

  /// Handles `patientdiagnoses?patientUuid=&fromDate=`. Always empty without `fromDate` [563, 929].
  func diagnoses(_ question: ParsedRequest) throws -> ServerReply {
    try question.require("Get Patients")
    guard let patient = question.request["patientUuid"], question.request["fromDate"] != nil else {
      return question.nothingFound
    }
    let own = data.all("diagnosis").filter {
      $0["patient"]?.text("uuid") == patient && $0["voided"]?.bool != true
    }
    return try question.list(own, "diagnosis")
  }
}

extension [JSON] {
  /// Returns the objects sorted by the date under `key`, the newest first. The sort is stable.
  func newestFirst(by key: String) -> [JSON] {
    let dated = map { (thing: $0, timestamp: $0.timestamp(key) ?? .earliest) }
    return dated.enumerated().sorted { one, other in
      let (first, second) = (one.element.timestamp, other.element.timestamp)
      return first == second
        ? one.offset < other.offset : first.milliseconds > second.milliseconds
    }.map(\.element.thing)
  }
}
