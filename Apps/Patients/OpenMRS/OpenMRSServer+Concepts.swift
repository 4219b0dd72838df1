import Reprise

extension OpenMRSServer {
  /// `concept?references=u,SOURCE:code`: those that the dictionary has, each once; what it lacks is
  /// left out (openmrs-forms-live f425).
  /// `concept?source=&code=`: those that are mapped so.
  ///
  /// Before 2.44, where it wasn't tried, nothing is found by reference.
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

  /// `systemsetting?q=`: the settings whose names begin so, for everybody who is logged in
  /// (openmrs-forms-live f401, f403).
  func settings(_ question: ParsedRequest) throws -> ServerReply {
    let beginning = question.request["q"] ?? ""
    return try question.list(
      data.all("systemsetting").filter { ($0.text("property") ?? "").hasPrefix(beginning) },
      "systemsetting")
  }
}

extension RecordStore {
  /// Returns what a concept is mapped to: "CIEL:5085". The concepts of CIEL itself, whose UUIDs are
  /// their numbers, say so.
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
