import Accounts
import FoundationEssentials
import Glibc
import Reprise

enum OpenMRSError: Error, Hashable, Sendable {
  /// The user lacks a privilege that the request needs. The value is its name: "Get Allergies".
  case missingPrivilege(String)
  /// With the HTTP status and the server's message.
  case refused(Int, String)
  /// The object doesn't exist, or the server lacks its module.
  case notFound(String)
  /// With a part of a patient's record: "programs".
  case lacksModule(String)
  /// With the kind of entry: "allergy".
  case noEntry(String)
  case noPatient(String)
  case noServices(String)
  case notAList(String)
  /// The list is empty, although the cached list isn't: "allergies", 3.
  case emptied(String, cached: Int)
  /// With the requested data, and the first release that supports them: "conditions", "2.39".
  case tooOld(String, since: String)
  /// A request asked for more entries than the server allows in a page. The value is the maximum.
  case limited(Int)
  /// With the kind of object. A faulty proxy may respond with another one.
  case wrongObject(String)
  /// The HTTP status of a gateway in front of the server: 502, 503 or 504.
  case gateway(Int)
  /// The HTTP status is 200 nevertheless.
  case exception(String)
  /// The response ends at a list that the user may not see (openmrs-live 2.12): "obs".
  case brokenOff(String)
  case unusableID(String)
  case unreadable(Unreadable)
  case notCached
  indirect case notInCopy(OpenMRSError)
  /// The recording has no response to the request. The value is the recording's name.
  case notRecorded(String)
}

extension OpenMRSError {
  /// Recognizes an error response of OpenMRS, which may be HTML for a missing object.
  init?(_ response: HTTPResponse) {
    // A 401 is handled in the same way for all kinds of servers.
    guard response.status >= 400, response.status != 401 else {
      // Since platform 2.7 an invalid request has status 200 and an exception (openmrs-live 902).
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

  private static func error(in body: [UInt8]) -> JSON? {
    // An error consists of at most a few pages of stack trace.
    if body.count <= 1 << 20, let json = try? JSON(body) {
      return json["error"].flatMap { $0.members == nil ? nil : $0 }
    }
    let end = String(decoding: body.suffix(64 << 10), as: UTF8.self)
    guard let start = end.ranges(of: "{\"error\":").last?.lowerBound else {
      return nil
    }
    return (try? JSON(Array(end[start...].utf8)))?["error"]
  }

  /// "obs" from "… No serializer found for class java.lang.Object … ["obs"]->java.util.ArrayList",
  /// which servers send since 3.3 instead of an entry that the user may not see.
  private static func hiddenList(_ message: String) -> String? {
    guard message.contains("serializer found for class java.lang.Object"),
      let end = message.ranges(of: "\"]->java.util.ArrayList").last?.lowerBound,
      let start = message[..<end].ranges(of: "[\"").last?.upperBound
    else { return nil }
    return String(message[start..<end])
  }

  /// Omits `detail`, a stack trace.
  private static func message(_ error: JSON) -> String {
    let global = (error["globalErrors"]?.array ?? []).compactMap { $0.text("message") }
    let fields = (error["fieldErrors"]?.members ?? []).flatMap { field in
      (field.value.array ?? []).compactMap { $0.text("message") }.map { "\(field.key): \($0)" }
    }
    let first = error.text("message").map { $0.split(whereSeparator: \.isNewline).first ?? "" }
    let all = [first.map { String($0.prefix(300)) }].compactMap(\.self) + global + fields
    return all.isEmpty ? "no reason is given" : all.joined(separator: "; ")
  }

  /// Returns 50 from "[Administrator has set absolute limit at 50]".
  private static func allowedLimit(_ message: String) -> Int? {
    guard let start = message.firstRange(of: "set absolute limit at ")?.upperBound else {
      return nil
    }
    return Int(message[start...].prefix { $0.isNumber }).flatMap { $0 > 0 ? $0 : nil }
  }

  /// A 404 can also mean an unsupported resource: "… [Unknown resource: v1/programenrollment]".
  static func meansMissingObject(_ message: String) -> Bool {
    message.contains("exist") && !message.contains("Unknown resource")
  }

  static func withoutPackages(_ message: String) -> String {
    message.replacing(/(?:[a-z][A-Za-z0-9_]*\.)+(?=[A-Z])/, with: "")
  }

  private static func exception(_ body: [UInt8]) -> String? {
    let marker = Array("\"stackTrace\"".utf8)
    guard body.count <= 1 << 20, body.prefix(4096).contains(marker), let json = try? JSON(body),
      json["stackTrace"]?.array != nil
    else { return nil }
    return json.text("message") ?? json.text("localizedMessage") ?? "an exception"
  }

  /// "Get Patients" from "… [Privileges required: [Get Patients]]" or, before platform 2.6,
  /// "Privilege required: …".
  private static func privilege(_ message: String) -> String? {
    let start =
      message.firstRange(of: "rivileges required: ")
      ?? message.firstRange(of: "rivilege required: ")
    guard let start = start?.upperBound else { return nil }
    let name = message[start...].filter { $0 != "[" && $0 != "]" }
    return name.isEmpty ? nil : name
  }
}

extension OpenMRSError: SourceError {
  var dataStatus: Provenance.DataStatus {
    switch self {
    case .missingPrivilege, .brokenOff: .noAccess
    case .notFound(let message): OpenMRSError.meansMissingObject(message) ? .deleted : .error
    case .noEntry, .noPatient: .deleted
    case .notAList, .unreadable, .wrongObject, .emptied: .badResponse
    case .notCached, .notInCopy, .gateway: .offline
    case .refused, .exception, .lacksModule, .noServices, .unusableID, .notRecorded, .tooOld,
      .limited:
      .error
    }
  }
}

extension OpenMRSError: FetchError {
  var fetchFailure: FetchFailure {
    switch self {
    case .gateway: .unreachable
    case .refused, .exception, .brokenOff, .wrongObject, .emptied: .failed
    case .notCached: .notCached
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
  /// It may quote the server and isn't made safe for a terminal.
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
    case .emptied(let part, let cached):
      "The server now reports no \(part), but \(cached) are cached from before."
    case .unreadable(let reason): "The server's answer \(reason.clause)."
    case .tooOld(let part, let release):
      "This server can't provide \(part): that needs REST services \(release)."
    case .limited(let limit): "The server allows only \(limit) entries at once."
    case .wrongObject(let kind): "The server's answer is about another \(kind)."
    case .gateway(let status): "The server is unavailable: \(OpenMRSError.text(of: status))."
    case .exception(let message):
      "The server failed: “\(OpenMRSError.withoutPackages(message))”."
    case .brokenOff(let list):
      "500: the answer breaks off at “\(list)”, at something you may not see."
    case .notCached: "Not saved for offline use."
    case .notInCopy(let problem):
      "Not in the saved copy: \(problem.errorDescription ?? "it couldn't be read.")"
    case .notRecorded(let name): "Not in the recording “\(name)”."
    case .unusableID(let id): "“\(id)” is not a valid id."
    }
  }

  /// HTTP's own text, because a gateway's page may contain any text.
  private static func text(of status: Int) -> String {
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
    case .refused, .notAList, .unreadable, .exception, .limited:
      "Contact the server's administrator."
    case .emptied: "Press r in a minute: if there are still none, they were deleted."
    case .gateway: "It retries by itself; if it persists, tell the administrator."
    case .wrongObject: "It isn't shown. Tell the administrator of the server or its proxy."
    case .tooOld: "Ask the administrator for a newer REST module."
    case .lacksModule: "Ask the administrator, if there should be some."
    case .noEntry: "Press Esc for the current list."
    case .noPatient: "“patients list QUERY” finds one by name or identifier."
    case .noServices: "Check the address; most end in /openmrs."
    case .notCached: "Try again once the server can be reached; o saves a whole record."
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
    case .notFound, .noEntry, .noPatient, .notCached, .notInCopy, .notRecorded, .unusableID:
      .noInput
    case .notAList, .unreadable, .wrongObject, .exception, .emptied: .data
    }
  }
}
