import Reprise

extension OpenMRSServer {
  /// Handles `concept?references=u,SOURCE:code`, which returns each concept once and omits unknown
  /// references (openmrs-forms-live f425), and `concept?source=&code=`, which returns the concepts
  /// with that mapping.
  ///
  /// Before 2.44 a search by reference finds nothing; this is an assumption that wasn't tested.
  func concepts(_ question: ParsedRequest) throws -> ServerReply {
    try question.require("Get Concepts")
    let request = question.request
    if let references = request["references"] {
      guard profile.findsConceptsByReference else { return question.nothingFound }
      let wanted = Set(references.split(separator: ",").map { $0.uppercased() })
      let found = data.all("concept").filter { concept in
        wanted.contains(concept.text("uuid")?.uppercased() ?? "")
          || !data.mappings(of: concept).isDisjoint(with: wanted)
      }
      return try question.list(found, "concept")
    }
    guard let source = request["source"], let code = request["code"] else {
      throw ServerFailure.unsupported()
    }
    let wanted = "\(source):\(code)".uppercased()
    return try question.list(
      data.all("concept").filter { data.mappings(of: $0).contains(wanted) }, "concept")
  }

  /// Handles `systemsetting?q=`: the settings whose names have this prefix, for any user who is
  /// signed in (openmrs-forms-live f401, f403).
  func settings(_ question: ParsedRequest) throws -> ServerReply {
    let beginning = question.request["q"] ?? ""
    return try question.list(
      data.all("systemsetting").filter { ($0.text("property") ?? "").hasPrefix(beginning) },
      "systemsetting")
  }
}

extension RecordStore {
  /// Returns the concept's mappings, such as "CIEL:5085", in upper case. CIEL's own concepts, whose
  /// UUIDs are their numbers, have that mapping implicitly.
  fileprivate func mappings(of concept: JSON) -> Set<String> {
    func whole(_ stub: JSON?, _ type: String) -> JSON? {
      stub?.text("uuid").flatMap { thing(type, $0) } ?? stub
    }
    let told = (concept["mappings"]?.array ?? []).compactMap { stub -> String? in
      let mapping = whole(stub, "conceptmapping")
      let term = whole(mapping?["conceptReferenceTerm"], "conceptreferenceterm")
      guard let code = term?.text("code"),
        let source = whole(term?["conceptSource"], "conceptsource")?.text("display")
      else { return nil }
      return "\(source):\(code)".uppercased()
    }
    let uuid = concept.text("uuid") ?? ""
    let number = uuid.prefix { $0.isNumber }
    let isOfCIEL =
      uuid.count == 36 && !number.isEmpty && uuid.dropFirst(number.count).allSatisfy { $0 == "A" }
    return Set(told + (isOfCIEL ? ["CIEL:\(number)"] : []))
  }
}
