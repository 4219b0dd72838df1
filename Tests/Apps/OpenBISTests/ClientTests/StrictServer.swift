import Accounts
import Foundation
import Reprise
import Synchronization

/// A server that answers as running openBIS servers did, and refuses what they refused.
///
/// Every rule names the recording in shared/data/openbis-recorded that it comes from.
/// `StrictServerAgainstRecordingsTests` sends it the recorded requests. What it can't do it says
/// with status 501, so no test takes that for an answer.
final class StrictServer: Sendable {
  /// A request as it came.
  struct Request: Sendable {
    var method = "POST"
    var target: String
    var headers: [HTTPHeader] = []
    var body: [UInt8] = []

    var path: String { String(target.prefix { $0 != "?" }) }

    /// The parameters behind the question mark, decoded.
    var query: [String: String] {
      let items = URLComponents(string: target)?.queryItems ?? []
      return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }
  }

  /// An answer as it goes.
  struct Reply: Sendable {
    var status = 200
    var headers: [HTTPHeader] = []
    var body: [UInt8] = []

    static func html(_ text: String, status: Int = 200) -> Reply {
      Reply(
        status: status, headers: [HTTPHeader("Content-Type", "text/html;charset=iso-8859-1")],
        body: Array(text.utf8))
    }
  }

  /// What a test may change, and what the server has seen.
  struct State {
    var instance: StrictInstance
    var sessions: [StrictSession] = []
    var ended: Set<String> = []
    /// The time, in seconds since 1970.
    var now = 1_795_312_800
    /// The seconds after which a session that nobody uses ends.
    var timeout = 43_200
    var isStoreDown = false
    var counter = 0
    /// The calls so far: "tryToAuthenticateAtQueryServer", "createReportFromAggregationService ROOT
    /// PROBES".
    var calls: [String] = []
    /// Answers to requests of the service in the place of its own; the key is "ROOT PROBES" or
    /// "DETAIL".
    var tables: [String: StrictTable] = [:]
    /// Failures of requests of the service, by the same keys.
    var failures: [String: StrictFailure] = [:]
    /// Bodies in the place of any answer to such a request, with status and type.
    var bodies: [String: Reply] = [:]
  }

  let state: Mutex<State>

  init(_ instance: StrictInstance = .probes) { state = Mutex(State(instance: instance)) }

  /// The calls since the last time that this was asked.
  func takeCalls() -> [String] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  func reply(to request: Request) -> Reply {
    state.withLock { state in
      var server = StrictCall(state: state)
      defer { state = server.state }
      return server.reply(to: request)
    }
  }
}

/// A login of a user.
struct StrictSession: Sendable {
  let token: String
  let user: String
  var usedAt: Int
  /// The number of the last use: of sessions used within one second one was used first.
  var turn: Int
}

/// The error that a service throws.
struct StrictFailure: Error, Sendable {
  let type: String
  let message: String?

  init(_ type: String, _ message: String?) {
    self.type = type
    self.message = message
  }

  private static let package = "ch.systemsx.cisd.common.exceptions."

  /// session/token-dash-list, session/expired-list
  static func session(_ message: String) -> StrictFailure {
    StrictFailure(package + "InvalidSessionException", message)
  }

  static func user(_ message: String) -> StrictFailure {
    StrictFailure(package + "UserFailureException", message)
  }

  /// service/store-down-report
  static func masked(_ message: String?) -> StrictFailure {
    StrictFailure(package + "MasqueradingException", message)
  }

  /// A plugin that fails; the message is as long as the real one's (ipad/drill-without-entities).
  static func plugin(_ cause: String) -> StrictFailure {
    let frames = (0..<60).map {
      "\tat ch.systemsx.cisd.openbis.dss.generic.server.plugins.jython.Frame\($0).call(Frame.java:\($0))"
    }
    let head =
      package
      + "UserFailureException: Chosen plugin failed to create a report: \(cause)\n\n"
    return masked(
      head + frames.joined(separator: "\n")
        + "\nCaused by: Traceback (most recent call last):\n  … parameters {requestKey=ROOT}\n"
        + frames.joined(separator: "\n") + "\n (service conversation 1-2)")
  }

  /// A Python error within a plugin.
  static func python(_ error: String, line: Int = 330) -> StrictFailure {
    plugin(
      "Traceback (most recent call last):\n  File \"<string>\", line 440, in aggregate\n"
        + "  File \"<string>\", line \(line), in retrieveData\n\(error)")
  }

  /// session/token-list-active, service/parameters-list
  static func unreadable(_ type: String, _ token: String) -> StrictFailure {
    StrictFailure(
      "com.fasterxml.jackson.databind.exc.MismatchedInputException",
      "Cannot deserialize instance of `\(type)` out of \(token) token\n at [Source: UNKNOWN; line: -1, column: -1]"
    )
  }

  /// v3-refused/criterion-without-type
  static let undeserialized = StrictFailure(
    "java.lang.RuntimeException", "Could not deserialize object.\nAttempt of …")

  /// v3-refused/criteria-without-type: an object without its type.
  static func typeless(_ type: String) -> StrictFailure {
    let type = type.replacing("as.dto.", with: "ch.ethz.sis.openbis.generic.asapi.v3.dto.")
    return StrictFailure(
      "com.fasterxml.jackson.databind.exc.InvalidTypeIdException",
      "Missing type id when trying to resolve subtype of [simple type, class \(type)]: missing type id property '@type'\n at [Source: UNKNOWN; line: -1, column: -1]"
    )
  }
}
