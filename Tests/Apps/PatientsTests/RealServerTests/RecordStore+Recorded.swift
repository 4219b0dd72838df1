import Reprise

@testable import OpenMRSSimulator
@testable import Patients

/// Recorded answers as the data of a strict server: what was told of a thing anywhere is known of
/// it.
extension RecordStore {
  mutating func absorb(_ exchanges: [RecordedExchange]) {
    for exchange in exchanges
    where exchange.method == "GET" && ["clinician", "reader"].contains(exchange.user) {
      absorb(exchange)
    }
  }

  /// What is told of the parts of a list, without who has it: where concepts come whole, more is
  /// told of them.
  mutating func absorbParts(_ exchanges: [RecordedExchange]) {
    for exchange in exchanges where exchange.status == 200 && exchange.user == "clinician" {
      for result in exchange.json?["results"]?.array ?? [] {
        if let allergen = result["allergen"] { absorb(allergen, as: "allergen") }
        absorb(result["reactions"] ?? .null, as: "reaction")
      }
    }
  }

  private mutating func absorb(_ exchange: RecordedExchange) {
    let request = ServerRequest(exchange.target)
    guard let path = request.path, [200, 204].contains(exchange.status) else { return }
    let json = exchange.json ?? .null
    let results = json["results"]?.array
    let patient = request["patient"] ?? request["patientUuid"]
    switch (path.first ?? "", path.count) {
    case ("patient", 3) where path[2] == "allergy":
      absorbAllergies(results, of: path[1])
    case ("conceptreferencerange", 1):
      // What was told of the patient before holds no more.
      var told = patient.map { [$0: [String: JSON]()] } ?? [:]
      for range in results ?? [] {
        guard let patient, let concept = range.text("concept") else { continue }
        told[patient, default: ranges[patient] ?? [:]][concept] =
          range.without(["links", "resourceVersion"])
      }
      for (patient, ranges) in told { setRanges(ranges, of: patient) }
    case ("patient", 1), ("visit", 1), ("caresetting", 1):
      absorb(results, as: path[0])
    case ("encounter", 1), ("condition", 1), ("order", 1), ("programenrollment", 1),
      ("patientdiagnoses", 1):
      let type = path[0] == "patientdiagnoses" ? "diagnosis" : path[0]
      absorb(results, as: type, key: "patient", patient)
    case ("obs", 1): absorb(results, as: "obs", key: "person", patient)
    case (let type, 2) where ResourceTable.types[type] != nil && type != "module":
      var thing = json
      thing["uuid"] = .string(path[1])
      absorb(thing, as: type)
    default: break
    }
  }

  private mutating func absorb(
    _ results: [JSON]?, as type: String, key: String = "", _ owner: String? = nil
  ) {
    for result in results ?? [] where result.text("uuid") != nil {
      var thing = result
      if let owner { thing[key] = .object([.init("uuid", .string(owner))]) }
      absorb(thing, as: type)
    }
  }

  private mutating func absorbAllergies(_ results: [JSON]?, of patient: String) {
    let uuids = results?.compactMap { $0.text("uuid") }
    if results?.count != uuids?.count { return }
    let reference = JSON.object([.init("uuid", .string(patient))])
    keep(reference, "patient", patient)
    if results?.isEmpty == true, allergies[patient]?.isEmpty == false { return }
    setAllergies(uuids, of: patient)
    absorb(results, as: "allergy", key: "patient", patient)
  }

  /// People of one name, of whom the recordings have but some; those whom they only name are like
  /// the others.
  mutating func fillCrowd(to count: Int) {
    let crowd = all("patient").filter {
      $0.text("display")?.contains("Umati") == true || $0.text("uuid")?.hasPrefix("crowd") == true
    }
    for surplus in crowd.dropFirst(count) {
      guard let uuid = surplus.text("uuid") else { continue }
      keep(
        .object([.init("uuid", .string(uuid)), .init("voided", .bool(true))]), "patient", uuid)
    }
    let model = crowd.first { $0["person"] != nil && $0["identifiers"] != nil }
    let missing = crowd.count < count ? (crowd.count..<count).map { "crowd-\($0)" } : []
    for uuid in crowd.filter({ $0["person"] == nil }).compactMap({ $0.text("uuid") }) + missing {
      var patient = model ?? .object([])
      patient["uuid"] = .string(uuid)
      if let known = thing("patient", uuid)?["display"] { patient["display"] = known }
      keep(patient, "patient", uuid)
    }
  }

  /// The patient with 320 encounters, of which the recordings have the newest and the oldest.
  mutating func fillEncounters() {
    let many = "deb5da8c-c274-57a7-941e-58b340ba640f"
    let own = all("encounter").filter { $0["patient"]?.text("uuid") == many }
      .newestFirst(by: "encounterDatetime")
    guard own.count > 100, own.count < 320 else { return }
    for number in own.count..<320 {
      let uuid = "many-\(number)"
      var encounter = own[99]
      encounter["uuid"] = .string(uuid)
      encounter["obs"] = .array([])
      keep(encounter, "encounter", uuid)
    }
  }
}

extension JSON {
  fileprivate func without(_ keys: Set<String>) -> JSON {
    guard let members else { return self }
    return .object(members.filter { !keys.contains($0.key) })
  }
}
