import Accounts
import Foundation
import Reprise
import Testing

@testable import OpenMRSSimulator
@testable import Patients

@Suite struct StrictServerAccessTests {
  private let labs =
    "encounter/e0000003-0000-4000-8000-000000005ccd?v=custom:(uuid,patient:(uuid),"
    + "obs:(uuid,concept:(uuid),value,comment))"

  @Test("Strict OpenMRS server names the missing privilege") func whatIsMissingIsNamed() {
    let server = OpenMRSServer.strict()
    let visits = "visit?patient=\(Invented.grace)&v=custom:(uuid)"
    #expect(server.get(visits, for: .lacking("Get Visits")).status == 403)
    #expect(
      server.get(visits, for: .nothing).message.hasSuffix("[Privileges required: Get Patients]"))
    #expect(server.get(visits, for: nil).status == 401)
    #expect(server.get(visits, for: .lacking("Get Visits")).headers.value("Connection") == nil)
  }

  @Test("Strict OpenMRS server requires the allergy privilege since 2.8.9")
  func allergiesWantTheirRightSinceCore289() {
    let question = "patient/\(Invented.grace)/allergy?v=custom:(uuid)"
    let user = ServerUser.lacking("Get Allergies")
    #expect(OpenMRSServer.strict().get(question, for: user).status == 200)
    #expect(OpenMRSServer.strict(.newest).get(question, for: user).status == 403)
  }

  @Test("Strict OpenMRS server of the newest release omits keys")
  func theNewestLeavesOutKeysAndBreaksOffLists() {
    let user = ServerUser.lacking("Get People", "Get Concepts")
    let patient = "patient/\(Invented.grace)?v=custom:(uuid,person:(display),voided)"
    let keys = { (profile: ServerProfile) in
      OpenMRSServer.strict(profile).get(patient, for: user).json.members?.map(\.key)
    }
    #expect(keys(.o3Release6)?.contains("person") == true)
    #expect(keys(.newest) == ["uuid", "voided", "resourceVersion"])
    let observation = OpenMRSServer.strict(.newest).get(labs, for: user).json["obs"]?.array?.first
    #expect(observation?.members?.contains { $0.key == "concept" } == false)
    let broken = OpenMRSServer.strict(.newest).get(labs, for: .lacking("Get Observations"))
    #expect(broken.status == 500)
    #expect(broken.text.contains(#""obs":[]}{"error":{"message":"[Type definition error"#))
    #expect(OpenMRSServer.strict().get(labs, for: .lacking("Get Observations")).status == 200)
  }

  @Test("Strict OpenMRS server session depends on the user")
  func aSessionIsSmallForNobodyAndLargeForAClinician() {
    let old = OpenMRSServer.strict(.o3Release1)
    #expect(old.get("session", for: nil).text == #"{"authenticated":false}"#)
    let new = OpenMRSServer.strict()
    #expect(new.get("session", for: nil).json["authenticated"] == .bool(false))
    #expect((20_000...28_000).contains(new.get("session?v=custom:(authenticated)").body.count))
    #expect(old.get("session", for: .nothing).status == 403)
  }

  @Test("Strict OpenMRS server responds 304 to a known ETag") func whoHasItAlreadyIsToldSo() throws
  {
    let server = OpenMRSServer.strict()
    for question in ["patient/\(Invented.grace)?v=full", "patient?q=grace&v=custom:(uuid)"] {
      let etag = try #require(server.get(question).headers.value("ETag"))
      let again = server.get(question, [HTTPHeader("If-None-Match", etag)])
      #expect(again.status == 304 && again.body.isEmpty)
    }
  }

  @Test("Strict OpenMRS server responds 200 to an unknown method")
  func anUnknownMethodIsAnExceptionWith200() {
    let put = ServerRequest("/openmrs/ws/rest/v1/patient/x", method: "PUT")
    let new = OpenMRSServer.strict().reply(to: put, for: .clinician)
    #expect(new.status == 200 && new.json["stackTrace"]?.array != nil)
    #expect(OpenMRSServer.strict(.o3Release1).reply(to: put, for: .clinician).status == 500)
    #expect(OpenMRSServer.strict().get("nosuch").status == 404)
    #expect(
      OpenMRSServer.strict().get("patient/\(Invented.grace)/nosuch").message.hasSuffix(
        "[Unknown resource: v1/patient/nosuch]"))
  }
}

@Suite struct StrictServerSessionsTests {
  private let sessions = ServerSessions(
    .strict(),
    users: [
      ServerUser(name: "nurse", password: "geheim"), ServerUser(name: "other", password: "o"),
      ServerUser(name: "colon", password: "a:b"),
    ])

  private func reply(
    _ question: String = "session", _ password: String? = nil, cookie: String? = nil,
    method: String = "GET"
  ) -> ServerReply {
    var headers: [HTTPHeader] = []
    if let password {
      headers.append(
        HTTPHeader("Authorization", "Basic " + Data(password.utf8).base64EncodedString()))
    }
    if let cookie { headers.append(HTTPHeader("Cookie", "x=1; JSESSIONID=" + cookie)) }
    return sessions.reply(
      to: ServerRequest("/openmrs/ws/rest/v1/" + question, method: method, headers: headers))
  }

  private func cookie(_ reply: ServerReply) throws -> String {
    let header = try #require(reply.headers.value("Set-Cookie"))
    return String(header.dropFirst("JSESSIONID=".count).prefix { $0 != ";" })
  }

  private func isSomebody(_ reply: ServerReply) -> Bool {
    reply.json["authenticated"] == .bool(true)
  }

  @Test("Strict OpenMRS server prefers the cookie to a password") func aCookieWinsOverAPassword()
    throws
  {
    let nurse = try cookie(reply("session", "nurse:geheim"))
    let told = reply("session", "other:o", cookie: nurse)
    #expect(told.json["user"]?.text("display") == "nurse")
    #expect(told.headers.value("Set-Cookie") == nil)
  }

  @Test("Strict OpenMRS server refuses a stale cookie despite the password")
  func aStaleCookieIsRefusedWhateverThePassword() throws {
    let nurse = try cookie(reply("session", "nurse:geheim"))
    sessions.expire()
    let told = reply("session", "nurse:geheim", cookie: nurse)
    #expect(told.status == 401 && told.text.contains("Session timed out"))
    #expect(isSomebody(reply("session", "nurse:geheim", cookie: try cookie(told))))
    #expect(reply("session", "nurse:geheim", cookie: "nobodys").status == 401)
  }

  @Test("Strict OpenMRS server drops a session on logout") func aLoggedOutSessionIsGone() throws {
    let nurse = try cookie(reply("session", "nurse:geheim"))
    #expect(reply(cookie: nurse, method: "DELETE").status == 204)
    #expect(reply(cookie: nurse).status == 401)
  }

  @Test("Strict OpenMRS server locks a user out after wrong passwords")
  func tooManyWrongPasswordsLockOutAlsoTheRightOne() {
    #expect(isSomebody(reply("session", "nurse:geheim")))
    for _ in 0..<9 { #expect(!isSomebody(reply("session", "nurse:wrong"))) }
    #expect(!isSomebody(reply("session", "nurse:geheim")))
    #expect(reply("patient?q=grace", "nurse:geheim").status == 401)
    #expect(isSomebody(reply("session", "other:o")))
  }

  @Test("Strict OpenMRS server cuts a password at its colon") func aPasswordIsCutAtItsColon() {
    #expect(!isSomebody(reply("session", "colon:a:b")))
    #expect(reply("session", "colon").status == 400)
  }
}
