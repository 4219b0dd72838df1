import Foundation
import Reprise

/// Why OpenMRS doesn't give what it was asked for, beyond what goes wrong with any server.
enum OpenMRSProblem: Error, Hashable, Sendable {
  /// The user lacks a right: "Get Allergies".
  case missingPrivilege(String)
  /// The server said no, in its words, with a status.
  case refused(Int, String)
  /// The server has no such thing, or lacks the module for it.
  case notFound(String)
  /// The server lacks the module for a part of the record: "programs".
  case lacksModule(String)
  /// An entry of the record is there no more: "allergy".
  case noEntry(String)
  /// Where the address leads there is no OpenMRS.
  case noServices(String)
  case notAList(String)
  /// The server is older than what it is asked for: "conditions", "2.39".
  case tooOld(String, since: String)
  /// An administrator allows no more entries at once.
  case limited(Int)
  /// The answer is about somebody or something else than was asked for: "patient".
  case ofAnother(String)
  /// An exception that is said as if it were an answer: its own words.
  case exception(String)
  case unusableID(String)
  case unreadable(Unreadable)
  /// Nobody is asked, and it isn't among what was kept.
  case notKept
  /// It isn't in the recording that is played: its name.
  case notRecorded(String)
}

extension OpenMRSProblem {
  /// What an answer says that is none; nil if it isn't one of OpenMRS's own errors. For what it lacks, a server may answer in HTML.
  init?(_ response: HTTPResponse) {
    // A user or a password that is wrong is the same with every server.
    guard response.status >= 400, response.status != 401 else {
      // What isn't asked for right is, from platform 2.7 on, answered with 200 and a Java exception (openmrs-live 902).
      guard response.status == 200, let exception = OpenMRSProblem.exception(response.body) else {
        return nil
      }
      self = .exception(exception)
      return
    }
    guard let error = try? JSON(response.body)["error"], error.members != nil else {
      guard response.status == 404 || response.status == 410 else { return nil }
      self = .notFound("")
      return
    }
    let message = OpenMRSProblem.message(error)
    switch response.status {
    case 403: self = .missingPrivilege(OpenMRSProblem.privilege(message) ?? message)
    case 404, 410: self = .notFound(message)
    default:
      self =
        OpenMRSProblem.allowedLimit(message).map { .limited($0) }
        ?? .refused(response.status, message)
    }
  }

  /// The message, and what stands about single fields. `detail` may be a page of Java and is left out.
  private static func message(_ error: JSON) -> String {
    let global = (error["globalErrors"]?.array ?? []).compactMap { $0.text("message") }
    let fields = (error["fieldErrors"]?.members ?? []).flatMap { field in
      (field.value.array ?? []).compactMap { $0.text("message") }.map { "\(field.key): \($0)" }
    }
    let first = error.text("message").map { $0.split(whereSeparator: \.isNewline).first ?? "" }
    let all = [first.map { String($0.prefix(300)) }].compactMap(\.self) + global + fields
    return all.isEmpty ? "no reason is given" : all.joined(separator: "; ")
  }

  /// 50 out of "[Administrator has set absolute limit at 50]".
  private static func allowedLimit(_ message: String) -> Int? {
    guard let start = message.range(of: "set absolute limit at ")?.upperBound else { return nil }
    return Int(message[start...].prefix { $0.isNumber }).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The words of an exception; nil for all else. Only what is short can be one, and begins so.
  private static func exception(_ body: [UInt8]) -> String? {
    let marker = Array("\"stackTrace\"".utf8)
    guard body.prefix(4096).contains(marker), let json = try? JSON(body),
      json["stackTrace"]?.array != nil
    else { return nil }
    return json.text("message") ?? json.text("localizedMessage") ?? "an exception"
  }

  /// "Get Patients" out of "… [Privileges required: [Get Patients]]", or "Privilege required: …" before platform 2.6.
  private static func privilege(_ message: String) -> String? {
    let start =
      message.range(of: "rivileges required: ") ?? message.range(of: "rivilege required: ")
    guard let start = start?.upperBound else { return nil }
    let name = message[start...].filter { $0 != "[" && $0 != "]" }
    return name.isEmpty ? nil : name
  }
}

extension OpenMRSProblem: SourceProblem {
  /// All but one of them are what a server said.
  var standing: Provenance.Standing {
    switch self {
    case .missingPrivilege: .noAccess
    case .notFound(let message): message.contains("exist") ? .deleted : .error
    case .noEntry: .deleted
    case .notAList, .unreadable, .ofAnother, .exception: .badAnswer
    case .notKept: .offline
    case .refused, .lacksModule, .noServices, .unusableID, .notRecorded, .tooOld, .limited: .error
    }
  }
}

extension OpenMRSProblem: ExitCoded {
  /// What and why. Not made safe for a terminal: it may quote a server.
  var errorDescription: String? {
    switch self {
    case .missingPrivilege(let name): "403 Forbidden: missing privilege “\(name)”."
    case .refused(let status, let message): "\(status) from the server: “\(message)”."
    case .notFound: "404 Not Found."
    case .lacksModule(let part): "404: this server has no \(part); the module is missing."
    case .noEntry(let kind): "This \(kind) is no longer in the record."
    case .noServices(let server): "No OpenMRS at \(server)."
    case .notAList(let kind): "The server's answer is \(kind), not a list."
    case .unreadable(let reason): "The server's answer \(reason.clause)."
    case .tooOld(let part, let release):
      "This server can't be asked for \(part): that needs REST services \(release)."
    case .limited(let limit): "The server allows only \(limit) entries at once."
    case .ofAnother(let kind): "The server's answer is about another \(kind)."
    case .exception(let words): "The server failed: “\(words)”."
    case .notKept: "Not saved for offline use."
    case .notRecorded(let name): "Not in the recording “\(name)”."
    case .unusableID(let id): "“\(id)” is not a valid id."
    }
  }

  var recoverySuggestion: String? {
    switch self {
    case .missingPrivilege: "Ask your administrator for this privilege."
    case .refused(let status, _) where status >= 500:
      "Try again later; if it persists, tell the administrator."
    case .refused, .notAList, .unreadable, .exception, .limited: "Tell who runs the server."
    case .ofAnother: "It isn't shown. Tell who runs the server, or what lies before it."
    case .tooOld: "Ask the administrator for a newer REST module."
    case .lacksModule: "Ask the administrator, if there should be some."
    case .noEntry: "Press Esc for the current list."
    case .noServices: "Check the address; most end in /openmrs."
    case .notKept: "Try again once the server can be reached; o saves a whole record."
    case .notRecorded: "Only what was viewed while recording can be shown."
    case .notFound: "It may have been deleted, or the server may lack the module for it."
    case .unusableID: "Search for the patient by name."
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .missingPrivilege: .noPermission
    case .refused, .lacksModule, .noServices, .tooOld, .limited: .unavailable
    case .notFound, .noEntry, .notKept, .notRecorded, .unusableID: .noInput
    case .notAList, .unreadable, .ofAnother, .exception: .data
    }
  }
}
