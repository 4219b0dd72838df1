import Reprise

extension OpenMRSServer {
  /// Handles `condition?patientUuid=&includeInactive=`; empty before 2.39 [600-608; 2.38: 600a,
  /// 605].
  func conditions(_ question: ParsedRequest) throws -> ServerReply {
    guard profile.searchesConditions else { return question.nothingFound }
    guard let patient = question.request["patientUuid"] else { throw ServerFailure.unsupported() }
    try question.require("Get Patients")
    try question.require("Get Conditions")
    guard data.thing("patient", patient) != nil else { return question.nothingFound }
    let all = question.request["includeInactive"] == "true"
    let conditions = data.all("condition", of: patient).filter { condition in
      let code = condition.text("clinicalStatus") ?? "ACTIVE"
      return condition["voided"]?.bool != true && profile.stores(conditionWith: code)
        && (all || profile.activeConditions.contains(code))
    }
    return try question.list(conditions, "condition")
  }

  /// Handles `programenrollment?patient=` [800-808].
  func programs(_ question: ParsedRequest) throws -> ServerReply {
    guard let patient = question.request["patient"] else { throw ServerFailure.unsupported() }
    try question.require("Get Patients")
    try question.require("Get Patient Programs")
    if data.lacking.contains("programenrollment " + patient) {
      throw ServerFailure.unknownResource("programenrollment")
    }
    guard data.thing("patient", patient) != nil else { return question.nothingFound }
    let own = data.all("programenrollment", of: patient).filter { $0["voided"]?.bool != true }
    return try question.list(own, "programenrollment")
  }

  /// Handles `module/webservices.rest`: the release, for any user who is signed in [906, 907]; on
  /// old cores only for administrators [2.39: 906].
  func modules(_ question: ParsedRequest, _ id: String?) throws -> ServerReply {
    if profile.guardsModules {
      throw ServerFailure.forbidden("Manage Modules", "Privilege required: ")
    }
    let module = JSON.object([
      .init("uuid", .string("webservices.rest")), .init("display", .string("Rest Web Services")),
      .init("name", .string("Rest Web Services")), .init("started", .bool(true)),
      .init("version", .string("\(profile.rest).0")),
    ])
    guard let id else { return try question.list([module], "module") }
    guard id == "webservices.rest" else { throw ServerFailure.notThere }
    return .json(try question.renderer.one(module, "module", as: question.asked))
  }
}
