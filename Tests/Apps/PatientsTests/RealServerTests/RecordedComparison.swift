import Accounts
import Foundation
import Reprise

@testable import OpenMRSSimulator
@testable import Patients

/// Asks a strict server in the order in which the real one was asked: cookies and lockouts depend
/// on it.
struct RecordedComparison {
  private let recorded: RecordedServer
  private let sessions: ServerSessions
  /// Our cookies by the recorded ones.
  private var cookies: [String: String] = [:]

  init(_ recorded: RecordedServer) {
    self.recorded = recorded
    sessions = ServerSessions(recorded.server, users: RecordedServer.users)
  }

  /// In what the strict server's answer differs.
  mutating func differences(at exchange: RecordedExchange) -> [String] {
    var headers = [HTTPHeader("Host", "localhost:8180")]
    if let authorization = authorization(for: exchange) {
      headers.append(HTTPHeader("Authorization", authorization))
    }
    if exchange.cookie != nil, let number = Int(exchange.name.prefix(3)), 18...23 ~= number {
      // That of 017, also where the recordings are of two servers.
      headers.append(HTTPHeader("Cookie", "JSESSIONID=" + (cookies["017"] ?? "")))
    } else if let cookie = exchange.cookie, !exchange.name.hasPrefix("030") {
      headers.append(HTTPHeader("Cookie", "JSESSIONID=" + (cookies[cookie] ?? cookie)))
    }
    // Another user's cookie, whose login wasn't recorded.
    if exchange.name.hasPrefix("030") {
      headers.append(HTTPHeader("Cookie", "JSESSIONID=" + clinicianCookie))
    }
    let request = ServerRequest(target(of: exchange), method: exchange.method, headers: headers)
    if exchange.name.hasPrefix("012") { for _ in 0..<9 { _ = sessions.reply(to: wrong) } }
    let reply = reply(to: request, exchange)
    if let theirs = cookie(in: exchange.headers), let ours = cookie(in: reply.headers) {
      cookies[theirs] = ours
      cookies[String(exchange.name.prefix(3))] = ours
    }
    guard reply.status == exchange.status else {
      return ["status \(reply.status) instead of \(exchange.status): \(words(reply))"]
    }
    return compare(reply, exchange)
  }

  private func reply(to request: ServerRequest, _ exchange: RecordedExchange) -> ServerReply {
    var server = sessions.server
    // The administrator had lowered the limit for this one.
    if exchange.name.hasPrefix("944") { server.limits.most = 50 }
    let reply =
      exchange.name.hasPrefix("944")
      ? server.reply(to: request, for: .clinician) : sessions.reply(to: request)
    guard exchange.ifNoneMatch != nil, let etag = reply.headers.value("ETag") else { return reply }
    return sessions.reply(
      to: ServerRequest(
        exchange.target, headers: request.headers + [HTTPHeader("If-None-Match", etag)]))
  }

  /// Where there are no ranges, none were asked for: those requests weren't kept.
  private func target(of exchange: RecordedExchange) -> String {
    guard !recorded.profile.hasReferenceRanges,
      !exchange.directory.hasPrefix(recorded.profile.directory)
    else { return exchange.target }
    return exchange.target.replacing(/%2CreferenceRange%3A%28.*?%29/, with: "")
  }

  private var clinicianCookie: String {
    let login = ServerRequest(
      "/openmrs/ws/rest/v1/session",
      headers: [
        HTTPHeader(
          "Authorization", "Basic " + Data("clinician:p".utf8).base64EncodedString())
      ])
    return cookie(in: sessions.reply(to: login).headers) ?? ""
  }

  private func compare(_ reply: ServerReply, _ exchange: RecordedExchange) -> [String] {
    var sentences: [String] = []
    for name in ["Content-Type", "Connection"]
    where reply.headers.value(name) != exchange.headers.value(name) {
      sentences.append(
        "\(name) \(reply.headers.value(name) ?? "–") instead of \(exchange.headers.value(name) ?? "–")"
      )
    }
    if (exchange.headers.value("ETag") == nil) != (reply.headers.value("ETag") == nil) {
      sentences.append("ETag \(reply.headers.value("ETag") ?? "–")")
    }
    guard let body = exchange.body,
      exchange.headers.value("Content-Type")?.hasPrefix("text") != true
    else { return sentences }
    let isOwn = exchange.directory.hasPrefix(recorded.profile.directory)
    // Only of 3.2.0 all was kept, so only there both hold the same data; and a session's users are ours.
    let isComplete = isOwn && recorded.profile == .o3Release6
    var ignored: Set<String> = isOwn ? [] : ["resourceVersion", "rawMessage", "translatedMessage"]
    if !recorded.profile.hasReferenceRanges { ignored.insert("referenceRange") }
    var difference = AnswerDifference(
      comparesValues: isComplete && !exchange.target.contains("/session"), ignoredKeys: ignored,
      freeKeys: isComplete ? [] : isOwn ? ["interpretation"] : ["interpretation", "totalCount"])
    let (theirs, ours) = (texts(body), texts(reply.body))
    guard theirs.count == ours.count else {
      return sentences + ["\(ours.count) JSON texts instead of \(theirs.count)"]
    }
    for (one, other) in zip(theirs, ours) { difference.compare(one, other) }
    return sentences + difference.sentences
  }

  /// The JSON texts in a body: two where a list broke off.
  private func texts(_ body: [UInt8]) -> [JSON] {
    if let json = try? JSON(body) { return [json] }
    let text = String(decoding: body, as: UTF8.self)
    guard let glue = text.range(of: "}{\"error\"") else { return [] }
    let first = String(text[...glue.lowerBound])
    let second = String(text[text.index(after: glue.lowerBound)...])
    return [first, second].compactMap { try? JSON(Array($0.utf8)) }
  }

  private func words(_ reply: ServerReply) -> String {
    String(decoding: reply.body.prefix(300), as: UTF8.self)
  }

  private func cookie(in headers: [HTTPHeader]) -> String? {
    headers.value("Set-Cookie").flatMap { header in
      let value = header.dropFirst("JSESSIONID=".count).prefix { $0 != ";" }
      return value.isEmpty ? nil : String(value)
    }
  }

  private let wrong = ServerRequest(
    "/openmrs/ws/rest/v1/session",
    headers: [HTTPHeader("Authorization", "Basic " + Data("lockme:no".utf8).base64EncodedString())])

  /// Passwords weren't recorded; the names say which were wrong.
  private func authorization(for exchange: RecordedExchange) -> String? {
    func basic(_ text: String) -> String { "Basic " + Data(text.utf8).base64EncodedString() }
    switch exchange.name.prefix(3) {
    case "003", "014": return basic("clinician:wrong")
    case "004": return basic("nosuchuser:p")
    case "005": return basic("colon:with:colon")
    case "006": return basic("clinician:")
    case "007": return basic("clinician")
    case "008": return "Basic %%%"
    case "011": return basic("lockme:wrong")
    default: return exchange.user == "nobody" ? nil : basic("\(exchange.user):p")
    }
  }
}
