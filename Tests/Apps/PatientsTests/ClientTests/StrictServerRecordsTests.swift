import Reprise
import Testing

@testable import OpenMRSSimulator
@testable import Patients

@Suite struct StrictServerRecordsTests {
  private let drugs = "orderTypes=131168f4-15f5-102d-96e4-000c29c2a5d7"

  @Test("Strict OpenMRS server before 2.45 ignores the visit of encounters")
  func encountersOfAVisitAreAllEncountersBefore245TheOldestFirst() {
    let question =
      "encounter?patient=\(Invented.grace)&visit=c0000001-0000-4000-8000-000000001eef"
      + "&order=desc&v=custom:(uuid,encounterDatetime)"
    let new = OpenMRSServer.strict().results(question)
    let old = OpenMRSServer.strict(.o3Release1).results(question)
    #expect(new.count == 3 && old.count == 11)
    #expect(new.first?.text("encounterDatetime")?.hasPrefix("2026-11-20") == true)
    #expect(old.first?.text("encounterDatetime")?.hasPrefix("2025-02-18") == true)
  }

  @Test("Strict OpenMRS server sorts encounters of a visit newest first")
  func aVisitTellsItsEncountersTheNewestFirst() {
    let visit = OpenMRSServer.strict(.refApp213).get(
      "visit/c0000001-0000-4000-8000-000000001eef?v=custom:(uuid,encounters:(uuid,encounterDatetime))"
    ).json
    let timestamps = (visit["encounters"]?.array ?? []).compactMap { $0.text("encounterDatetime") }
    #expect(timestamps.count == 3 && timestamps == timestamps.sorted(by: >))
  }

  @Test("Strict OpenMRS server: a visit with a future end is active")
  func aVisitWhoseEndIsToComeGoesOn() throws {
    let question =
      "visit?patient=\(Invented.bloodPressureInGroup)&includeInactive=false&v=custom:(uuid)"
    var server = OpenMRSServer.strict()
    #expect(server.results(question).isEmpty)
    server.now = try #require(Timestamp(iso: "2026-11-20T12:00:00.000+0000"))
    #expect(server.results(question).count == 1)
  }

  @Test("Strict OpenMRS server finds observations in groups, newest first")
  func observationsOfConceptsAreTheNewestInAnyEncounterAndInGroups() {
    let question =
      "obs?patient=\(Invented.bloodPressureInGroup)"
      + "&concepts=5085AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA,5087AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "&v=custom:(uuid,value,interpretation,obsGroup:(uuid),encounter:(uuid,display))"
    let found = OpenMRSServer.strict().results(question)
    #expect(found.first?["value"]?.double == 71)
    #expect(found.first?["obsGroup"]?.text("uuid") != nil)
    #expect(
      Set(found.dropFirst().map { $0.text("interpretation") }) == ["CRITICALLY_HIGH", "NORMAL"])
    // With a total, an old server doesn't hear the concepts.
    #expect(
      OpenMRSServer.strict(.o3Release1).results(question + "&totalCount=true").count > found.count)
  }

  @Test("Strict OpenMRS server omits interpretations without critical limits")
  func whatIsMerelyTooHighSaysNothingWhereNoCriticalLimitIsKnown() {
    let labs = OpenMRSServer.strict().results(
      "obs?patient=\(Invented.everything)&v=custom:(display,interpretation,"
        + "referenceRange:(hiNormal))")
    let said = { (name: String) in
      labs.first { $0.text("display")?.hasPrefix(name) == true }
    }
    #expect(said("Platelets count")?["interpretation"] == .null)
    #expect(said("Platelets count")?["referenceRange"]?["hiNormal"]?.double == 400)
    #expect(said("Serum potassium")?.text("interpretation") == "CRITICALLY_HIGH")
    #expect(said("Malaria smear")?.text("interpretation") == "ABNORMAL")
  }

  @Test("Strict OpenMRS server has limits for children") func aChildHasLimitsOfItsOwn() {
    let question =
      "conceptreferencerange?patient=\(Invented.baby)"
      + "&concept=5087AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA,5088AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA&v=full"
    let new = OpenMRSServer.strict().results(question)
    #expect(new.map { $0["lowNormal"]?.double } == [80, 35])
    #expect(OpenMRSServer.strict(.o3Release4).results(question).count == 1)
    #expect(OpenMRSServer.strict(.o3Release1).get(question).status == 404)
  }

  @Test("Strict OpenMRS server counts relapse and recurrence as active")
  func conditionsThatAreActiveIncludeRelapseAndRecurrence() {
    let active = { (profile: ServerProfile) in
      OpenMRSServer.strict(profile).results(
        "condition?patientUuid=\(Invented.everything)&v=custom:(clinicalStatus)"
      ).compactMap { $0.text("clinicalStatus") }
    }
    #expect(Set(active(.o3Release6)) == ["ACTIVE", "RELAPSE", "RECURRENCE"])
    #expect(Set(active(.refApp213)) == ["ACTIVE"])
    #expect(active(.init(core: "2.5.9", rest: "2.38.0")).isEmpty)
  }

  @Test(
    "Strict OpenMRS server requires a care setting for any status", arguments: ServerProfile.inUse)
  func ordersOfAnyStatusWantACareSetting(profile: ServerProfile) {
    let server = OpenMRSServer.strict(profile)
    let question = "order?patient=\(Invented.everything)&t=drugorder&status=any&v=custom:(uuid)"
    let reply = server.get(question)
    #expect(reply.status == 500)
    #expect(
      reply.message == "[java.lang.reflect.InvocationTargetException => CareSetting is required]")
    #expect(
      server.get(question + "&careSetting=6f0c9a92-6f24-11e3-af88-005056821db0").status == 200)
  }

  @Test("Strict OpenMRS server sorts orders newest first")
  func ordersOfATypeComeTheNewestFirstWithThoseThatDiscontinue() {
    let question = "order?patient=\(Invented.everything)&\(drugs)&v=custom:(action,dateActivated)"
    let orders = OpenMRSServer.strict().results(question)
    #expect(orders.contains { $0.text("action") == "DISCONTINUE" })
    #expect(orders.first?.members?.last?.key == "resourceVersion")
    #expect(orders.first?.text("type") == "drugorder")
    let timestamps = orders.compactMap { $0.text("dateActivated") }
    #expect(timestamps == timestamps.sorted(by: >))
    let all = "order?patient=\(Invented.everything)&v=custom:(uuid,drug:(uuid))"
    #expect(OpenMRSServer.strict().get(all).status == 400)
    #expect(
      OpenMRSServer.strict(.o3Release1).get(
        "order?patient=\(Invented.everything)&\(drugs)&totalCount=true&v=custom:(uuid,drug:(uuid))"
      ).status == 400)
  }

  @Test("Strict OpenMRS server: a workflow state has no display") func aWorkflowStateHasNoDisplay()
  {
    let question = "programenrollment?patient=\(Invented.grace)&v=custom:(states:(uuid,state:%@))"
    let server = OpenMRSServer.strict()
    #expect(server.get(question.replacing("%@", with: "(uuid,display)")).status == 400)
    let states = server.results(
      question.replacing("%@", with: "(uuid,concept:(uuid,display))")
    )[0]["states"]?.array
    #expect(states?[0]["state"]?["concept"]?.text("display") == "On treatment")
  }

  @Test("Strict OpenMRS server reports its module version") func theModuleSaysItsVersion() {
    let question = "module/webservices.rest?v=custom:(uuid,version)"
    #expect(OpenMRSServer.strict().get(question).json.text("version") == "3.2.0.0")
    #expect(OpenMRSServer.strict(.refApp213).get(question).status == 403)
    #expect(
      OpenMRSServer.strict(.refApp213).get(question).message.hasSuffix(
        "[Privilege required: Manage Modules]"))
  }

  @Test("Strict OpenMRS server of an old release has one name for a UUID")
  func anOldServerHasOneNameForOneUUID() {
    // Normal forms would give a thing the name that was read last.
    for type in ["concept", "location", "encountertype", "drug", "orderfrequency"] {
      for thing in RecordStore.builtIn.all(type) { #expect(thing.text("display") != nil) }
    }
  }
}
