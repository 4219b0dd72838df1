import Foundation
import Reprise

/// A problem of OpenMRS with a question, beyond the problems of any server.
enum OpenMRSError: Error, Hashable, Sendable {
  /// The user lacks a right: "Get Allergies".
  case missingPrivilege(String)
  /// The server said no, in its words, with a status.
  case refused(Int, String)
  /// The server has no such thing, or lacks the module for it.
  case notFound(String)
  /// The server lacks the module for a part of the record: "programs".
  case lacksModule(String)
  /// The server has deleted an entry of the record: "allergy".
  case noEntry(String)
  /// The server has no patient with this id.
  case noPatient(String)
  /// The address leads to no OpenMRS.
  case noServices(String)
  case notAList(String)
  /// The server's list is empty, and what is kept of it isn't: "allergies", 3.
  case emptied(String, kept: Int)
  /// The server is older than the question: "conditions", "2.39".
  case tooOld(String, since: String)
  /// An administrator allows no more entries at once.
  case limited(Int)
  /// The answer is about another person or thing than the question: "patient".
  case ofAnother(String)
  /// A gateway that doesn't reach the server: a status of 502 to 504.
  case gateway(Int)
  /// An exception in the form of an answer: its own words.
  case exception(String)
  /// The answer breaks off at a list that this user may not see: "obs" (openmrs-live 2.12).
  case brokenOff(String)
  case unusableID(String)
  case unreadable(Unreadable)
  /// The server isn't asked, and the cache has no answer.
  case notKept
  /// The server isn't asked, and the saved copy has no answer: the reason.
  indirect case notInCopy(OpenMRSError)
  /// The recording that is replayed has no answer: its name.
  case notRecorded(String)
}

extension OpenMRSError {
  /// Reads an error of OpenMRS's own; nil for any other answer. For a thing that it lacks, a server may answer in HTML.
  init?(_ response: HTTPResponse) {
    // A user or a password that is wrong is the same with every server.
    guard response.status >= 400, response.status != 401 else {
      // What isn't asked for right is, from platform 2.7 on, answered with 200 and a Java exception (openmrs-live 902).
      guard response.status == 200, let exception = OpenMRSError.exception(response.body) else {
        return nil
      }
      self = .exception(exception)
      return
    }
    guard let error = OpenMRSError.error(in: response.body) else {
      switch response.status {
      case 404, 410: self = .notFound("")
      case 502...504: self = .gateway(response.status)
      default: return nil
      }
      return
    }
    let message = OpenMRSError.message(error)
    switch response.status {
    case 403: self = .missingPrivilege(OpenMRSError.privilege(message) ?? message)
    case 404, 410: self = .notFound(message)
    default:
      self =
        OpenMRSError.allowedLimit(message).map { .limited($0) }
        ?? error.text("message").flatMap { OpenMRSError.hiddenList($0) }.map { .brokenOff($0) }
        ?? .refused(response.status, message)
    }
  }

  /// Returns the value under "error": of the whole body, or of the error behind half an answer.
  private static func error(in body: [UInt8]) -> JSON? {
    // An error has a few pages of Java at most.
    if body.count <= 1 << 20, let json = try? JSON(body) {
      return json["error"].flatMap { $0.members == nil ? nil : $0 }
    }
    let end = String(decoding: body.suffix(64 << 10), as: UTF8.self)
    guard let start = end.range(of: "{\"error\":", options: .backwards)?.lowerBound else {
      return nil
    }
    return (try? JSON(Array(end[start...].utf8)))?["error"]
  }

  /// Returns "obs" out of "… No serializer found for class java.lang.Object … SimpleObject["obs"]->java.util.ArrayList[0])", which servers
  /// since 3.3 have in the place of an entry that the user may not see.
  private static func hiddenList(_ message: String) -> String? {
    guard message.contains("serializer found for class java.lang.Object"),
      let end = message.range(of: "\"]->java.util.ArrayList", options: .backwards)?.lowerBound,
      let start = message.range(of: "[\"", options: .backwards, range: message.startIndex..<end)?
        .upperBound
    else { return nil }
    return String(message[start..<end])
  }

  /// Returns the message, and those about single fields. `detail` may be a page of Java and is left out.
  private static func message(_ error: JSON) -> String {
    let global = (error["globalErrors"]?.array ?? []).compactMap { $0.text("message") }
    let fields = (error["fieldErrors"]?.members ?? []).flatMap { field in
      (field.value.array ?? []).compactMap { $0.text("message") }.map { "\(field.key): \($0)" }
    }
    let first = error.text("message").map { $0.split(whereSeparator: \.isNewline).first ?? "" }
    let all = [first.map { String($0.prefix(300)) }].compactMap(\.self) + global + fields
    return all.isEmpty ? "no reason is given" : all.joined(separator: "; ")
  }

  /// Returns 50 out of "[Administrator has set absolute limit at 50]".
  private static func allowedLimit(_ message: String) -> Int? {
    guard let start = message.range(of: "set absolute limit at ")?.upperBound else { return nil }
    return Int(message[start...].prefix { $0.isNumber }).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Tells whether a 404 means that the person or thing isn't there, and not that there are no such questions ("Resource does not exist …
  /// [Unknown resource: v1/programenrollment]").
  static func isOfNobody(_ message: String) -> Bool {
    message.contains("exist") && !message.contains("Unknown resource")
  }

  /// Returns a message of Java's in which classes have their own names alone: "InvocationTargetException".
  static func withoutPackages(_ message: String) -> String {
    message.replacing(/(?:[a-z][A-Za-z0-9_]*\.)+(?=[A-Z])/, with: "")
  }

  /// Returns the words of an exception; nil for anything else. Only a short text can be one, and begins so.
  private static func exception(_ body: [UInt8]) -> String? {
    let marker = Array("\"stackTrace\"".utf8)
    guard body.count <= 1 << 20, body.prefix(4096).contains(marker), let json = try? JSON(body),
      json["stackTrace"]?.array != nil
    else { return nil }
    return json.text("message") ?? json.text("localizedMessage") ?? "an exception"
  }

  /// Returns "Get Patients" out of "… [Privileges required: [Get Patients]]", or "Privilege required: …" before platform 2.6.
  private static func privilege(_ message: String) -> String? {
    let start =
      message.range(of: "rivileges required: ") ?? message.range(of: "rivilege required: ")
    guard let start = start?.upperBound else { return nil }
    let name = message[start...].filter { $0 != "[" && $0 != "]" }
    return name.isEmpty ? nil : name
  }
}

extension OpenMRSError: SourceError {
  /// The standing of the data: if a gateway answers in its place, the server is offline.
  var dataStatus: Provenance.DataStatus {
    switch self {
    case .missingPrivilege, .brokenOff: .noAccess
    case .notFound(let message): OpenMRSError.isOfNobody(message) ? .deleted : .error
    case .noEntry, .noPatient: .deleted
    case .notAList, .unreadable, .ofAnother, .emptied: .badAnswer
    case .notKept, .notInCopy, .gateway: .offline
    case .refused, .exception, .lacksModule, .noServices, .unusableID, .notRecorded, .tooOld,
      .limited:
      .error
    }
  }
}

extension OpenMRSError: FetchError {
  /// The reason why there is no answer. A status that a server gave is an answer; a gateway's word about a server that it doesn't reach
  /// isn't.
  var absence: FetchFailure {
    switch self {
    case .gateway: .away
    case .refused, .exception, .brokenOff, .ofAnother, .emptied: .failed
    case .notKept: .notKept
    default: .missing
    }
  }

  var inCopy: (any Error)? {
    switch self {
    case .notInCopy: self
    case .missingPrivilege: OpenMRSError.notInCopy(self)
    default: nil
    }
  }
}

extension OpenMRSError: ExitCoded {
  /// The problem and its reason. Not made safe for a terminal: it may quote a server.
  var errorDescription: String? {
    switch self {
    case .missingPrivilege(let name): "403 Forbidden: missing privilege “\(name)”."
    case .refused(let status, let message):
      "\(status) from the server: “\(OpenMRSError.withoutPackages(message))”."
    case .notFound: "404 Not Found."
    case .lacksModule(let part): "404: this server has no \(part); the module is missing."
    case .noEntry(let kind): "This \(kind) is no longer in the record."
    case .noPatient(let id): "The server has no patient “\(id)”."
    case .noServices(let server): "No OpenMRS at \(server)."
    case .notAList(let kind): "The server's answer is \(kind), not a list."
    case .emptied(let part, let kept):
      "The server now answers that there are no \(part), and \(kept) are kept from before."
    case .unreadable(let reason): "The server's answer \(reason.clause)."
    case .tooOld(let part, let release):
      "This server can't be asked for \(part): that needs REST services \(release)."
    case .limited(let limit): "The server allows only \(limit) entries at once."
    case .ofAnother(let kind): "The server's answer is about another \(kind)."
    case .gateway(let status): "The server is away: \(OpenMRSError.words(of: status))."
    case .exception(let words):
      "The server failed: “\(OpenMRSError.withoutPackages(words))”."
    case .brokenOff(let list):
      "500: the answer breaks off at “\(list)”, where something is that you may not see."
    case .notKept: "Not saved for offline use."
    case .notInCopy(let problem):
      "Not in the saved copy: \(problem.errorDescription ?? "it couldn't be read.")"
    case .notRecorded(let name): "Not in the recording “\(name)”."
    case .unusableID(let id): "“\(id)” is not a valid id."
    }
  }

  /// Returns "502 Bad Gateway": HTTP's own words, because a gateway's page may say anything.
  private static func words(of status: Int) -> String {
    switch status {
    case 502: "502 Bad Gateway"
    case 503: "503 Service Unavailable"
    case 504: "504 Gateway Timeout"
    default: "\(status) from a gateway"
    }
  }

  var recoverySuggestion: String? {
    switch self {
    case .missingPrivilege: "Ask your administrator for this privilege."
    case .brokenOff: "Ask your administrator for the privilege to see it."
    case .refused(let status, _) where status >= 500:
      "Try again later; if it persists, tell the administrator."
    case .refused, .notAList, .unreadable, .exception, .limited: "Tell who runs the server."
    case .emptied: "Press r in a minute: if there are still none, they were deleted."
    case .gateway: "It will be asked again; if it stays so, tell who runs the server."
    case .ofAnother: "It isn't shown. Tell who runs the server, or what lies before it."
    case .tooOld: "Ask the administrator for a newer REST module."
    case .lacksModule: "Ask the administrator, if there should be some."
    case .noEntry: "Press Esc for the current list."
    case .noPatient: "“patients list QUERY” finds one by name or identifier."
    case .noServices: "Check the address; most end in /openmrs."
    case .notKept: "Try again once the server can be reached; o saves a whole record."
    case .notInCopy: "Once the server can be reached, o updates the copy."
    case .notRecorded: "Only what was viewed while recording can be shown."
    case .notFound: "It may have been deleted, or the server may lack the module for it."
    case .unusableID: "Search for the patient by name."
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .missingPrivilege, .brokenOff: .noPermission
    case .refused, .lacksModule, .noServices, .tooOld, .limited, .gateway: .unavailable
    case .notFound, .noEntry, .noPatient, .notKept, .notInCopy, .notRecorded, .unusableID: .noInput
    case .notAList, .unreadable, .ofAnother, .exception, .emptied: .data
    }
  }
}
