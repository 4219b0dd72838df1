import Accounts
import Reprise
import Testing

@testable import OpenMRSSimulator
@testable import Patients

@Suite struct StrictServerRepresentationTests {
  private typealias Asked = AskedRepresentation

  private func names(_ properties: [AskedRepresentation.Property]) -> [String] {
    properties.map(\.name)
  }

  @Test(
    "OpenMRS representation parsers agree on plain first properties",
    arguments: [
      "(uuid,display)", "(uuid,person:(display,age),voided)", "(uuid,a:(b,c:(d,e)),f)",
      "(uuid,condition:ref,x:full)", "(uuid,a:(b:(c,d)))",
    ])
  func bothParsersAgreeOnListsThatBeginWithAPlainProperty(text: String) {
    #expect(Asked.properties(in: text) == Asked.misread(text))
  }

  @Test("OpenMRS representation: old parser drops text after a nested list")
  func theOldParserSwallowsWhatFollowsAListThatBeginsWithANestedOne() {
    let text = "(encounterProviders:(provider:(uuid,display)),obs:(uuid))"
    #expect(names(Asked.properties(in: text)) == ["encounterProviders", "obs"])
    #expect(names(Asked.misread(text)) == ["encounterProviders"])
  }

  @Test("OpenMRS representation: new parser closes open parentheses")
  func whatIsNotClosedIsClosedByTheNewParser() {
    #expect(
      Asked.properties(in: "(uuid,person:(uuid") == Asked.properties(in: "(uuid,person:(uuid))"))
  }

  private static let providers =
    "custom:(uuid,encounterProviders:(provider:(uuid,display)),voided)"

  @Test("Strict OpenMRS server below 2.50 refuses a nested first list")
  func aListThatBeginsWithANestedOneIsRefusedBelow250() {
    let question = "encounter?patient=\(Invented.grace)&v=" + Self.providers
    let old = OpenMRSServer.strict(.o3Release4).get(question)
    #expect(old.status == 400)
    #expect(
      old.message.hasSuffix("Unknown property 'display))' on class 'class org.openmrs.Provider']"))
    #expect(OpenMRSServer.strict(.init(core: "2.7.4", rest: "2.50.0")).get(question).status == 200)
  }

  @Test(
    "Strict OpenMRS server refuses a request with an unknown property",
    arguments: ServerProfile.inUse)
  func anUnknownPropertyIsRefusedForTheWholeRequest(profile: ServerProfile) {
    let reply = OpenMRSServer.strict(profile).get(
      "patient?q=grace&v=custom:(uuid,person:(uuid,names:(uuid,nosuch)))")
    #expect(reply.status == 400)
    #expect(reply.message.hasPrefix("[converting class org.openmrs.Patient to "))
    #expect(
      reply.message.hasSuffix("Unknown property 'nosuch' on class 'class org.openmrs.PersonName']"))
    #expect((9_000...13_500).contains(reply.body.count))
    #expect(reply.headers.value("Connection") == "close")
  }

  @Test("Strict OpenMRS server does not check properties of missing objects")
  func whatIsNotThereIsNotLookedInto() {
    let question = "programenrollment?patient=%@&v=custom:(uuid,states:(state:(uuid,display)))"
    let server = OpenMRSServer.strict()
    #expect(server.get(question.replacing("%@", with: Invented.neverAsked)).status == 200)
    #expect(server.get(question.replacing("%@", with: Invented.grace)).status == 400)
  }

  @Test("Strict OpenMRS server below 3 refuses naming the default view")
  func whatHoldsAnywayMayNotBeSaidBefore3() {
    let old = OpenMRSServer.strict(.o3Release4)
    let new = OpenMRSServer.strict()
    for question in ["patient?q=grace&v=ref", "patient/\(Invented.grace)?v=default"] {
      #expect(old.get(question).status == 500)
      #expect(old.get(question).message.hasPrefix("[Do not specify ?v="))
      #expect(new.get(question).status == 200)
    }
    #expect(old.get("patient/\(Invented.grace)?v=ref").status == 200)
    #expect(new.get("patient?q=grace&v=").message == "[?v=(empty string) is not allowed]")
  }

  @Test("Strict OpenMRS server refuses a property of a newer core")
  func aPropertyOfANewerCoreIsUnknown() {
    let question = "obs?patient=\(Invented.grace)&v=custom:(uuid,referenceRange:(uuid))"
    #expect(OpenMRSServer.strict(.o3Release1).get(question).status == 400)
    #expect(OpenMRSServer.strict(.o3Release4).get(question).status == 200)
    let nesting = OpenMRSServer.strict(.init(core: "2.7.4", rest: "2.47.0")).get(question)
    #expect(nesting.status == 500)
    #expect((440_000...500_000).contains(nesting.body.count))
    #expect(nesting.text.contains("Infinite recursion (StackOverflowError)"))
  }

  @Test("Strict OpenMRS server has resource versions since 3") func objectsSayTheirVersionSince3() {
    let question = "patient/\(Invented.grace)?v=custom:(uuid)"
    #expect(
      OpenMRSServer.strict().get(question).json.members?.map(\.key) == ["uuid", "resourceVersion"])
    #expect(OpenMRSServer.strict(.o3Release4).get(question).json.members?.map(\.key) == ["uuid"])
  }

  @Test(
    "Strict OpenMRS server of each release understands our requests", arguments: ServerProfile.inUse
  )
  func whatTheAppIsToAskIsUnderstoodByAll(profile: ServerProfile) {
    let server = OpenMRSServer.strict(profile)
    let reference = "(uuid,display)"
    for question in [
      "encounter?patient=\(Invented.everything)&order=desc&v=custom:(uuid,encounterDatetime,"
        + "encounterType:\(reference),encounterProviders:(uuid,provider:\(reference)),"
        + "diagnoses:(uuid,display,rank,certainty,voided),obs:(uuid,concept:\(reference),"
        + "value:\(reference),valueModifier,interpretation,groupMembers:(uuid,value:\(reference))))",
      "condition?patientUuid=\(Invented.everything)&includeInactive=true&v=custom:(uuid,display,"
        + "condition:(nonCoded,coded:\(reference)),clinicalStatus)",
      "programenrollment?patient=\(Invented.grace)&v=custom:(uuid,program:\(reference),"
        + "states:(uuid,state:(uuid,concept:\(reference)),startDate,endDate,voided))",
      "order?patient=\(Invented.everything)&orderTypes=131168f4-15f5-102d-96e4-000c29c2a5d7"
        + "&v=custom:(uuid,display,drug:(uuid,display,strength),dose,doseUnits:\(reference))",
      "patient/\(Invented.grace)/allergy?v=custom:(uuid,display,severity:\(reference))",
    ] { #expect(server.get(question).status == 200) }
  }
}
