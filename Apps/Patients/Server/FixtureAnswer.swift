import Reprise

/// What the built-in server says to a request.
enum FixtureAnswer: Sendable {
  case found(JSON)
  case empty
  case missing(String)
  case failed(Int, String)

  init(_ path: [String], _ query: FixtureQuery, _ data: FixtureData) {
    let patient = query["patient"] ?? query["patientUuid"] ?? ""
    switch (path.first, path.dropFirst().first, path.dropFirst(2).first) {
    case ("session", nil, nil): self = .found(FixtureAnswer.session)
    case ("patient", nil, nil): self = query.page(FixtureAnswer.search(query, data))
    case ("patient", let id?, nil): self = .one("patients", id, query, data)
    case ("patient", let id?, "allergy"): self = .list("allergies", of: id, query, data)
    case ("visit", nil, nil): self = query.page(FixtureAnswer.visits(query, data))
    case ("visit", let id?, nil): self = .one("visits", id, query, data)
    case ("encounter", nil, nil):
      self = query.page(FixtureAnswer.encounters(query, data)) {
        data.withPatient(data.withNames($0))
      }
    case ("encounter", let id?, nil): self = .one("encounters", id, query, data)
    case ("condition", nil, nil): self = .list("conditions", of: patient, query, data)
    case ("order", nil, nil): self = .list("orders", of: patient, query, data)
    case ("programenrollment", nil, nil):
      self = .list("programenrollments", of: patient, query, data)
    case ("concept", VitalSigns.conceptSet?, nil):
      self = .found(
        query.shaped(.object([.init("setMembers", .array(data.list("concepts")))])))
    default: self = .missing("Unknown resource: " + path.joined(separator: "/"))
    }
  }

  private static func one(
    _ kind: String, _ id: String, _ query: FixtureQuery, _ data: FixtureData
  ) -> FixtureAnswer {
    data.entry(kind, id).map { .found(query.shaped(data.withPatient($0))) }
      ?? .missing("Object with given uuid doesn't exist [null]")
  }

  private static func list(
    _ kind: String, of patient: String, _ query: FixtureQuery, _ data: FixtureData
  ) -> FixtureAnswer {
    let resource = kind == "allergies" ? "allergy" : String(kind.dropLast())
    guard !data.lacks(resource, of: patient) else {
      return .missing("Unknown resource: v1/\(resource)")
    }
    return query.page(data.list(kind, of: patient))
  }

  /// As servers search: every word must be in a name or an identifier. A blank question finds nobody.
  private static func search(_ query: FixtureQuery, _ data: FixtureData) -> [JSON] {
    let words = (query["q"] ?? "").split(whereSeparator: \.isWhitespace).map {
      TextQuery(String($0))
    }
    guard !words.isEmpty else { return [] }
    return data.list("patients").filter { patient in
      if query["includeDead"] != "true", patient["person"]?["dead"]?.bool == true { return false }
      let texts =
        [patient["person"]?.text("display") ?? ""]
        + (patient["identifiers"]?.array ?? []).compactMap { $0.text("identifier") }
      return words.allSatisfy { word in texts.contains { word.matches($0) } }
    }
  }

  private static func visits(_ query: FixtureQuery, _ data: FixtureData) -> [JSON] {
    data.list("visits").reversed().filter { visit in
      let isOfPatient = query["patient"].map { $0 == visit["patient"]?.text("uuid") } ?? true
      let isActive = visit.text("stopDatetime") == nil
      return isOfPatient && (isActive || query["includeInactive"] != "false")
    }
    .map { data.withPatient($0) }
  }

  private static func encounters(_ query: FixtureQuery, _ data: FixtureData) -> [JSON] {
    let all = data.encounters(of: query["patient"] ?? "").filter { encounter in
      let isOfType =
        query["encounterType"].map { $0 == encounter["encounterType"]?.text("uuid") } ?? true
      let isOfVisit = query["visit"].map { $0 == encounter["visit"]?.text("uuid") } ?? true
      return isOfType && isOfVisit
    }
    return query["order"] == "desc" ? all.reversed() : all
  }

  private static let session = JSON.object([
    .init("authenticated", .bool(true)), .init("locale", .string("en_GB")),
    .init(
      "user",
      .object([
        .init("uuid", .string("f3000000-0000-4000-8000-000000000001")),
        .init("display", .string("fixture")),
      ])),
  ])
}

extension FixtureAnswer {
  var status: Int {
    switch self {
    case .found: 200
    case .empty: 204
    case .missing: 404
    case .failed(let status, _): status
    }
  }

  var body: JSON? {
    switch self {
    case .found(let json): json
    case .empty: nil
    case .missing(let message), .failed(_, let message):
      .object([
        .init(
          "error",
          .object([
            .init("message", .string(message)),
            .init("code", .string("org.openmrs.fixture:1")), .init("detail", .string("")),
          ]))
      ])
    }
  }
}
