import Accounts
import Reprise
import Testing

@testable import OpenMRSSimulator
@testable import Patients

@Suite struct StrictServerPeopleTests {
  private func found(_ text: String, _ profile: ServerProfile = .o3Release6) -> [String] {
    OpenMRSServer.strict(profile).results(
      "patient?q=\(text)&includeDead=true&v=custom:(person:(display))"
    ).compactMap { $0["person"]?.text("display") }
  }

  @Test("Strict OpenMRS server finds names by prefix, identifiers by part")
  func namesAreFoundByTheBeginningsOfTheirWordsAndIdentifiersByAnyPart() {
    #expect(found("odhiambo%20GR") == ["Grace Akinyi Odhiambo"])
    #expect(found("dhiambo") == [])
    #expect(found("17F7") == ["Daniel Manyfolders"])
    #expect(found("fernandez").count == 1)
    #expect(found("moreno") == ["Prof. Johannes Aa"])
    #expect(found("m") == [])
  }

  @Test("Strict OpenMRS server finds no voided patients") func theVoidedAreFoundByNoSearch() {
    #expect(found("doublet") == [] && found("erroneous") == [])
    let merged = OpenMRSServer.strict().get(
      "patient/\(Invented.merged)?v=custom:(display,voided,identifiers:(uuid),person:(display))")
    #expect(merged.json["voided"] == .bool(true))
    #expect(merged.json.text("display") == nil)
    #expect(merged.json["person"]?.text("display") == "Rosalind Doublet")
  }

  @Test("Strict OpenMRS server omits the dead unless requested")
  func theDeadAreLeftOutUnlessAskedForAndBefore249AnyParameterBringsThem() {
    let old = OpenMRSServer.strict(.o3Release1)
    let new = OpenMRSServer.strict()
    #expect(new.results("patient?q=samuel&totalCount=true").isEmpty)
    #expect(new.get("patient?q=samuel&totalCount=true").json["totalCount"]?.int == 0)
    #expect(old.results("patient?q=samuel").isEmpty)
    #expect(old.results("patient?q=samuel&totalCount=true").count == 1)
  }

  @Test("Strict OpenMRS server has no total without hits since 2.49")
  func nobodyFoundHasNoTotalSince249() {
    let keys = { (profile: ServerProfile) in
      OpenMRSServer.strict(profile).get("patient?q=qqqq&totalCount=true").json.members?.map(\.key)
    }
    #expect(keys(.o3Release6) == ["results"])
    #expect(keys(.o3Release1) == ["results", "totalCount"])
  }

  @Test("Strict OpenMRS server has four responses about allergies") func allergiesHaveFourAnswers()
  {
    let server = OpenMRSServer.strict()
    let status = { (id: String) in server.get("patient/\(id)/allergy?v=custom:(uuid)").status }
    #expect(status(Invented.neverAsked) == 204)
    #expect(server.get("patient/\(Invented.neverAsked)/allergy").body.isEmpty)
    #expect(server.get("patient/\(Invented.neverAsked)/allergy").headers.value("ETag") != nil)
    #expect(server.results("patient/\(Invented.noKnownAllergies)/allergy").isEmpty)
    #expect(status(Invented.noKnownAllergies) == 200)
    #expect(server.results("patient/\(Invented.grace)/allergy").count == 3)
    #expect(status(Invented.nobody) == 400)
    let old = OpenMRSServer.strict(.init(core: "2.4.5", rest: "2.36.0"))
    #expect(old.get("patient/\(Invented.neverAsked)/allergy").status == 404)
  }

  @Test("Strict OpenMRS server refuses a total of allergies before 2.49")
  func aTotalOfAllergiesIsRefusedBefore249() {
    let question = "patient/\(Invented.grace)/allergy?totalCount=true&v=custom:(uuid)"
    #expect(OpenMRSServer.strict(.o3Release1).get(question).status == 400)
    #expect(OpenMRSServer.strict(.o3Release4).get(question).json["totalCount"]?.int == 3)
  }

  @Test("Strict OpenMRS server limits its pages") func pagesHaveLimits() {
    var server = OpenMRSServer.strict()
    let list = "encounter?patient=\(Invented.otieno)&order=desc&v=custom:(uuid)"
    #expect(server.results(list).count == 50)
    #expect(
      server.get(list + "&limit=101").message == "[Administrator has set absolute limit at 100]")
    #expect(server.get(list + "&limit=0").status == 500)
    #expect(server.results(list + "&limit=many").count == 50)
    #expect(server.get(list + "&startIndex=313").message == "[fromIndex(313) > toIndex(312)]")
    #expect(server.results(list + "&startIndex=312").isEmpty)
    server.limits.most = 50
    #expect(server.get(list + "&limit=100").status == 500)
    let links = server.get(list + "&limit=10&startIndex=20").json["links"]?.array ?? []
    #expect(links.map { $0.text("rel") } == ["next", "prev"])
    #expect(links[0].text("uri")?.hasSuffix("&limit=10&startIndex=30") == true)
  }
}
