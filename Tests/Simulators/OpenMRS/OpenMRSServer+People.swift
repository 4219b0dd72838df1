import Foundation
import Reprise

extension OpenMRSServer {
  /// Handles `patient?q=`: matches prefixes of names and parts of identifiers. Never finds voided
  /// patients [105-121].
  func patients(_ question: ParsedRequest) throws -> ServerReply {
    let searches = question.searches
    guard let text = question.request["q"] ?? question.request["identifier"] else {
      // An empty text finds no patients [102]; without `q` the request isn't a search [135].
      guard question.request.has("q") else { throw ServerFailure.unsupported() }
      return profile.leavesOutTheDead ? question.nothingFound : try question.list([], "patient")
    }
    // Before 2.49 any other parameter leads to another search, which pages in the database and
    // includes the dead [2.44: 120].
    let isByHandler =
      profile.leavesOutTheDead || searches.isSubset(of: ["q", "includeDead", "identifier"])
    try question.require(
      "Get Patients", before: isByHandler ? "" : "getPatients failed => ")
    let found =
      question.request["q"] == nil
      ? patients(identifiedBy: text) : patients(matching: text)
    guard isByHandler else { return try question.list(found, "patient", isForgiving: true) }
    guard !found.isEmpty else { return question.nothingFound }
    let wantsTheDead = question.request["includeDead"] == "true"
    let shown = found.prefix(1_000).filter { patient in
      wantsTheDead || person(of: patient)?["dead"]?.bool != true
    }
    return try question.list(Array(shown), "patient")
  }

  private func patients(identifiedBy text: String) -> [JSON] {
    living.filter { patient in
      identifiers(of: patient).contains { $0.lowercased() == text.lowercased() }
    }
  }

  private func patients(matching text: String) -> [JSON] {
    let words = text.split(whereSeparator: \.isWhitespace).map { OpenMRSServer.folded($0) }
    guard text.filter({ !$0.isWhitespace }).count > 1, !words.isEmpty else { return [] }
    return living.filter { patient in
      let names = names(of: patient)
      let identifiers = identifiers(of: patient).map { OpenMRSServer.folded($0) }
      return words.allSatisfy { word in
        names.contains { $0.hasPrefix(word) } || identifiers.contains { $0.contains(word) }
      }
    }
  }

  private var living: [JSON] { data.all("patient").filter { $0["voided"]?.bool != true } }

  private func person(of patient: JSON) -> JSON? {
    patient["person"]?.text("uuid").flatMap { data.thing("person", $0) }
  }

  private func identifiers(of patient: JSON) -> [String] {
    (patient["identifiers"]?.array ?? []).compactMap { stub in
      (stub.text("uuid").flatMap { data.thing("identifier", $0) } ?? stub).text("identifier")
    }
  }

  /// Returns the words of all names without case and diacritics [110, 111, 115].
  private func names(of patient: JSON) -> [String] {
    guard let person = person(of: patient) else { return [] }
    let names = (person["names"]?.array ?? [person["preferredName"] ?? .null]).compactMap { stub in
      stub.text("uuid").flatMap { data.thing("personname", $0) } ?? stub
    }
    let parts = names.flatMap { name in
      ["givenName", "middleName", "familyName", "familyName2", "display"].compactMap {
        name.text($0)
      }
    }
    return (parts + [person.text("display") ?? ""]).flatMap { text in
      text.split { $0.isWhitespace || $0 == "-" }.map { OpenMRSServer.folded($0) }
    }
  }

  private static func folded(_ text: some StringProtocol) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}

extension OpenMRSServer {
  /// Handles `patient/{u}/allergy` [300-330, 320b]: 204 if the patient's allergies were never asked
  /// about, an empty list if it is known that there are none, otherwise a list cut at `limit`.
  func allergies(_ question: ParsedRequest, of patient: String) throws -> ServerReply {
    // Before 2.49 `totalCount` makes this a search, which isn't supported [2.44: 300a].
    guard question.searches.isEmpty else {
      throw ServerFailure.unsupported("PatientAllergyResource2_0 is not searchable")
    }
    try question.require("Get Patients")
    guard data.thing("patient", patient) != nil else { throw ServerFailure.unsupported() }
    if profile.guardsAllergies { try question.require("Get Allergies") }
    if data.lacking.contains("allergy " + patient) {
      throw ServerFailure.unknownResource("patient/allergy")
    }
    guard let own = data.allergies[patient] else {
      guard profile.answersUnknownAllergiesWithNothing else { throw ServerFailure.notThere }
      return .nothing
    }
    return try question.list(own.compactMap { data.thing("allergy", $0) }, "allergy")
  }

  /// Handles a request for one allergy, which requires "Get Allergies"; the list doesn't [927].
  func allergy(_ question: ParsedRequest, _ uuid: String) throws -> ServerReply {
    try question.require("Get Allergies")
    guard let thing = data.thing("allergy", uuid) else { throw ServerFailure.notThere }
    return .json(try question.renderer.one(thing, "allergy", as: question.asked))
  }
}
