import Accounts
import FoundationEssentials
import Glibc
import Reprise

/// An error that only openBIS servers cause, in most cases with the server's own message.
enum OpenBISError: Error, Hashable, Sendable {
  /// The caller retries once with a new login.
  case sessionEnded(String)
  /// The password is correct, but the user may not log in to the instance.
  case noRole(String)
  case notPermitted(String)
  /// With the last line of the plugin's traceback.
  case serviceFailed(String)
  /// The application server runs, but not the store that runs the services and has the files.
  case storeDown(String)
  /// With the data store's name and the connection's error message.
  case storeUnreachable(String, String)
  /// With the data store's code.
  case noStoreAddress(String)
  case failed(String)
  /// The openBIS release is too old or too new for the method.
  case unknownMethod(String)
  case noServer(String)
  /// With what was received, and what was expected.
  case unexpected(String, expected: String)
  case tooMany(Int)
  case tooManyRows(most: Int)
  /// With the reason, such as a sentence from the server's error page.
  case noFile(String)
  /// With the name, and the difference from the listing, such as a wrong checksum.
  case damagedFile(String, String)
  /// The present mode. It has changed since the entity was loaded.
  case otherMode(BrowsingMode)
}

extension OpenBISError {
  private static let package = "ch.systemsx.cisd.common.exceptions."

  init(_ error: JSON) {
    let type = error["data"]?["exceptionTypeName"]?.string ?? ""
    let message = error["message"]?.string
    let sentence = FailureSentence(message, type: type)
    switch type {
    case Self.package + "InvalidSessionException": self = .sessionEnded(sentence.text)
    case Self.package + "AuthorizationFailureException": self = .notPermitted(sentence.text)
    default:
      if sentence.isStoreDown {
        self = .storeDown(sentence.text)
      } else if sentence.isPlugins || type == Self.package + "MasqueradingException" {
        self = .serviceFailed(sentence.text)
      } else if error["code"]?.int == -32601 {
        self = .unknownMethod(sentence.text)
      } else {
        self = .failed(sentence.text)
      }
    }
  }

  /// After the application server restarts, the data store logs in again: one retry succeeds.
  var isOfStoreSession: Bool {
    guard case .serviceFailed(let message) = self else { return false }
    return message.contains("Session token") && message.contains("is invalid")
  }
}

extension OpenBISError: ServerError {
  var category: HTTPError.Category {
    switch self {
    case .sessionEnded, .noRole: .unauthenticated
    case .storeDown, .storeUnreachable: .unreachable
    case .notPermitted: .forbidden
    case .serviceFailed, .failed, .unknownMethod, .tooMany, .tooManyRows, .noFile,
      .damagedFile, .otherMode, .noStoreAddress:
      .serverError
    case .noServer, .unexpected: .invalidResponse
    }
  }

  var serverName: String? {
    if case .storeUnreachable(let name, _) = self { name } else { nil }
  }
}

extension OpenBISError: LocalizedError {
  /// It may quote a server, and isn't escaped for a terminal.
  var errorDescription: String? {
    switch self {
    case .sessionEnded(let message): "The session has ended: \(message)"
    case .noRole(let message): message
    case .notPermitted(let message): "Not permitted: \(message)"
    case .serviceFailed(let message): "The instance's service failed: \(message)"
    case .storeDown: "The data store isn't running; the application server is."
    case .storeUnreachable(_, let message):
      "The data store can't be reached; the application server can. \(message)"
    case .noStoreAddress(let code):
      "The data store \(code) has no download address, so its files can't be listed."
    case .failed(let message): "The server failed: \(message)"
    case .unknownMethod(let message): "The server doesn't know this request: \(message)"
    case .noServer(let address): "No openBIS at \(address)."
    case .unexpected(let kind, let expected): "Bad answer: \(kind), not \(expected)."
    case .tooMany(let count):
      "There are \(count.grouped); a list shows at most \(V3Server.mostObjects.grouped)."
    case .tooManyRows(let most):
      "The answer has more than \(most.grouped) rows, the limit of a list."
    case .noFile(let message): "No file: \(message)"
    case .damagedFile(let name, let difference): "\(name) came damaged: \(difference)."
    case .otherMode(.service):
      "The instance has a service of its own now, which has not shown this."
    case .otherMode: "The instance's own service, which has shown this, isn't there now."
    }
  }

  var recoverySuggestion: String? {
    switch self {
    case .sessionEnded: "Refresh to log in again."
    case .noRole: "Ask an administrator of the instance for a role."
    case .notPermitted: "Ask an administrator of the instance for the right."
    case .serviceFailed: "Cached data stays. Contact the instance's administrator."
    case .storeDown: "Cached data stays. Refresh once the data store runs again."
    case .storeUnreachable: "Cached data stays. For the data set's details press d in its list."
    case .noStoreAddress: "Ask an administrator of the instance to set the store's download URL."
    case .failed: "Cached data stays. Refresh to try again."
    case .unknownMethod: "The server is too old or too new for this."
    case .noServer: "Check the address: it is the one of the start page, without /openbis/webapp."
    case .unexpected: "Check the address; a proxy may be answering in the server's place."
    case .tooManyRows:
      "Search for what you need: f. Ask the instance's administrator: its service must return less."
    case .tooMany: "Search for what you need: f."
    case .noFile: "Refresh the entity: the file may have moved."
    case .damagedFile: "Nothing was saved. Refresh the data set's list, and try again."
    case .otherMode: "Cached data stays. The first list shows what the instance has now."
    }
  }
}

extension OpenBISError: ExitCoded {
  var exitCode: ExitCode {
    switch self {
    case .tooMany, .tooManyRows, .damagedFile: .data
    case .noFile: .noInput
    case .noServer: .unavailable
    default: category.exitCode
    }
  }
}

/// The essential sentence of a server's error, which can be up to 27 KB of Java output.
struct FailureSentence: Hashable, Sendable {
  let text: String
  let isPlugins: Bool
  let isStoreDown: Bool

  private static let pluginFailurePrefix = "Chosen plugin failed to create a report: "
  private static let storeDownMessage = "Could not access HTTP invoker remote service"

  init(_ message: String?, type: String) {
    var content = message ?? ""
    if let trace = content.firstRange(of: "\n\tat ") {
      content = String(content[..<trace.lowerBound])
    }
    isStoreDown = content.contains(Self.storeDownMessage)
    var isPlugins = false
    if let start = content.firstRange(of: Self.pluginFailurePrefix) {
      isPlugins = true
      content = String(content[start.upperBound...])
    }
    if content.contains("Traceback (most recent call last)") {
      isPlugins = true
      let lines = content.split(separator: "\n").filter { line in line.contains { !$0.isWhitespace }
      }
      content = lines.last.map { String($0) } ?? content
    }
    self.isPlugins = isPlugins
    let context = " (Context: [])"
    if content.hasSuffix(context) { content = String(content.dropLast(context.count)) }
    content = Self.withoutTypes(content)
    var line = content.split(separator: "\n", maxSplits: 1).first.map { String($0) } ?? ""
    while line.last?.isWhitespace == true { line.removeLast() }
    if line.isEmpty {
      line = "\(type.split(separator: ".").last ?? "a failure"), without a message"
    }
    line = Self.withoutTokens(line)
    text = line.count > 300 ? line.prefix(299) + "…" : line
  }

  /// Errors quote tokens such as "etlserver-261127162939809x64486EEB40…", and an attacker who reads
  /// the screen could use them.
  private static func withoutTokens(_ line: String) -> String {
    line.replacing(/[^\s'"“”]*-[0-9]{12,}x[0-9A-Fa-f]{8,}/, with: "…")
      .replacing(/\$pat-[^\s'"“”]+/, with: "$pat-…")
  }

  /// "ch.systemsx.….UserFailureException: ".
  private static func withoutTypes(_ message: String) -> String {
    var message = message
    while let colon = message.firstRange(of: ": ") {
      let type = message[..<colon.lowerBound]
      let isType =
        type.contains(".") && (type.hasSuffix("Exception") || type.hasSuffix("Error"))
        && type.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "$" }
      guard isType else { break }
      message = String(message[colon.upperBound...])
    }
    return message
  }
}
