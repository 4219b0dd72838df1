import Accounts
import Reprise

@testable import OpenBIS

/// The recordings that the strict server doesn't answer alike, and why.
enum RecordedRest {
  static let reasons: [String: String] = [
    "ipad/search-star": "the recorded instance has a probe without an experiment",
    "ipad-odd/search-all-where-one-sample-has-no-experiment": "it has none here",
    "datastore/file-json": "there is no such file",
    "v3/getDataSets-everything": "fetch options that are asked for aren't echoed",
    "v3-refused/properties-without-type": "refused, with another class's name",
    "v3-refused/cache-mode-unknown": "values of fetch options aren't looked at",
    "v3-refused/count-no-number": "the same", "v3-refused/count-true": "the same",
    "v3-refused/properties-true": "the same", "v3-refused/sort-by-unknown": "the same",
  ]

  /// The values of criteria that aren't modelled: they would have to be PostgreSQL's full text.
  private static let otherValues = [
    "StringMatchesValue", "StringContainsExactlyValue", "AnyStringValue",
  ]

  /// Tells whether the strict server models the request at all.
  static func isModelled(_ exchange: RecordedExchange) -> Bool {
    if exchange.name.hasPrefix("datastore/") { return exchange.request.method != "OPTIONS" }
    // Requests that this process can't send as they were: compressed, or with odd bytes behind the JSON.
    if exchange.request.headers.value("Content-Encoding") != nil { return false }
    guard let question = exchange.question else { return false }
    let text = String(decoding: exchange.request.body, as: UTF8.self)
    if otherValues.contains(where: { text.contains($0) }) { return false }
    guard let name = question["method"]?.string else { return true }
    let interface = exchange.request.path.split(separator: "/").last.map { String($0) } ?? ""
    guard let methods = StrictCall.modelled[interface] else { return true }
    if name != "nosuch", !methods.contains(name) { return false }
    let key = question["params"]?.array.flatMap { $0.count > 2 ? $0[2].string : nil }
    return key == nil || key == "ipad-read-service-v1" || key == "nosuch"
  }

  /// Returns a server in which the session of a recorded request lives, unless the answer was that
  /// it doesn't.
  static func server(for exchange: RecordedExchange) -> StrictServer {
    let server = StrictServer()
    let parameters = exchange.question?["params"]?.array
    let type = exchange.answer?["error"]?["data"]?["exceptionTypeName"]?.string ?? ""
    let isEnded =
      type.hasSuffix("InvalidSessionException") || exchange.answer?["result"] == .bool(false)
    let token = parameters?.first?.string ?? exchange.request.query["sessionID"] ?? ""
    let words = exchange.answer?["error"]?["message"]?.string ?? ""
    if words.hasSuffix("is no longer valid.") || words.hasSuffix("is not yet valid.") {
      let isOver = words.hasSuffix("is no longer valid.")
      server.change {
        $0.instance.tokens[token] = .init(
          user: "admin", validFrom: isOver ? 0 : .max, validTo: isOver ? 0 : .max)
      }
      return server
    }
    guard !isEnded else {
      if exchange.answer?["error"]?["message"]?.string?.hasPrefix("Session no longer") == true {
        server.change {
          $0.sessions = [StrictSession(token: token, user: "admin", usedAt: 0, turn: 0)]
        }
      }
      return server
    }
    server.change { state in
      if token.hasPrefix("$pat-") {
        state.instance.tokens[token] = .init(user: "admin", validFrom: 0, validTo: .max)
      } else if let user = state.instance.users.first(where: { token.hasPrefix($0.name + "-") }) {
        state.sessions = [
          StrictSession(token: token, user: user.name, usedAt: state.now, turn: 0)
        ]
      }
      state.isStoreDown = exchange.name.hasPrefix("service/store-down")
    }
    return server
  }
}
