import Foundation
import Reprise

/// A problem of openBIS with a question, beyond the problems of any server.
enum OpenBISError: Error, Hashable, Sendable {
  /// The session has ended, in the server's words. Told by the exception's type, and answered with one new login.
  case sessionEnded(String)
  /// The user has the right password and may not log in, in the server's words.
  case noRole(String)
  /// The user may not do this, in the server's words.
  case notPermitted(String)
  /// The instance's own service failed: its plugin, in the last words of its traceback.
  case serviceFailed(String)
  /// The data store, which runs the services and has the files, isn't running.
  case storeDown(String)
  /// The data store, by its name, can't be reached, in the words of the connection's problem.
  case storeUnreachable(String, String)
  /// The data store with a code has no address at which files could be fetched.
  case noStoreAddress(String)
  /// The server failed at the question, in its words.
  case failed(String)
  /// The server doesn't know a method: an openBIS of another time.
  case unknownMethod(String)
  /// The address leads to no openBIS: the place that was asked.
  case noServer(String)
  /// The answer isn't one of JSON-RPC: the kind of thing that came, and what was expected.
  case unexpected(String, expected: String)
  /// More of something than is ever shown: so many.
  case tooMany(Int)
  /// A table has more rows than are ever read.
  case tooManyRows(most: Int)
  /// The data store answered with a page in the place of a file: its sentence.
  case noFile(String)
  /// A file isn't what the data store lists: its name, and the difference.
  case damagedFile(String, String)
  /// The instance is browsed in this way now, and what is asked about was shown in the other one.
  case shownOtherwise(BrowsingMode)
}

extension OpenBISError {
  private static let package = "ch.systemsx.cisd.common.exceptions."

  /// Reads the error of an answer.
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

}

extension OpenBISError {
  /// True if the data store's own session at the application server had ended, as after a restart
  /// of that server. The data store logs in again when it notices, so one retry succeeds.
  var isOfStoreSession: Bool {
    guard case .serviceFailed(let words) = self else { return false }
    return words.contains("Session token") && words.contains("is invalid")
  }
}

extension OpenBISError: FetchError {
  var absence: FetchFailure {
    switch self {
    case .sessionEnded, .noRole: .notLetIn
    case .storeDown, .storeUnreachable: .away
    case .notPermitted: .missing
    case .serviceFailed, .failed, .unknownMethod, .tooMany, .tooManyRows, .noFile,
      .damagedFile, .shownOtherwise, .noStoreAddress:
      .failed
    case .noServer, .unexpected: .unusable
    }
  }
}

extension OpenBISError: SourceError {
  var dataStatus: Provenance.DataStatus {
    switch self {
    case .sessionEnded, .noRole: .noPassword
    case .storeDown, .storeUnreachable: .offline
    case .notPermitted: .noAccess
    case .serviceFailed, .failed, .unknownMethod, .tooMany, .tooManyRows, .noFile,
      .damagedFile, .shownOtherwise, .noStoreAddress:
      .error
    case .noServer, .unexpected: .badAnswer
    }
  }
}

extension OpenBISError {
  var serverName: String? {
    if case .storeUnreachable(let name, _) = self { name } else { nil }
  }
}

extension OpenBISError: LocalizedError {
  /// The problem in a sentence. Not made safe for a terminal: it may quote a server.
  var errorDescription: String? {
    switch self {
    case .sessionEnded(let words): "The session has ended: \(words)"
    case .noRole(let words): words
    case .notPermitted(let words): "Not permitted: \(words)"
    case .serviceFailed(let words): "The instance's service failed: \(words)"
    case .storeDown: "The data store isn't running; the application server is."
    case .storeUnreachable(_, let words):
      "The data store can't be reached; the application server can. \(words)"
    case .noStoreAddress(let code):
      "The data store \(code) names no address for downloads, so its files can't be listed."
    case .failed(let words): "The server failed: \(words)"
    case .unknownMethod(let words): "The server doesn't know this request: \(words)"
    case .noServer(let place): "No openBIS at \(place)."
    case .unexpected(let kind, let expected): "Bad answer: \(kind), not \(expected)."
    case .tooMany(let count):
      "There are \(count.grouped) of them, more than the \(GeneralServer.mostObjects.grouped) that a list shows."
    case .tooManyRows(let most):
      "The answer has more than the \(most.grouped) rows that a list may have."
    case .noFile(let words): "No file: \(words)"
    case .damagedFile(let name, let difference): "\(name) came damaged: \(difference)."
    case .shownOtherwise(.service):
      "The instance has a service of its own now, which has not shown this."
    case .shownOtherwise: "The instance's own service, which has shown this, isn't there now."
    }
  }

  /// The advice for the person.
  var recoverySuggestion: String? {
    switch self {
    case .sessionEnded: "Refresh to log in again."
    case .noRole: "Ask an administrator of the instance for a role."
    case .notPermitted: "Ask an administrator of the instance for the right."
    case .serviceFailed: "What is kept stays. Tell an administrator of the instance."
    case .storeDown: "What is kept stays. Refresh once the data store runs again."
    case .storeUnreachable: "What is kept stays. The data set's details are there: d in its list."
    case .noStoreAddress: "Ask an administrator of the instance to set the store's download URL."
    case .failed: "What is kept stays. Refresh to ask once more."
    case .unknownMethod: "The server is too old or too new for this."
    case .noServer: "Check the address: it is the one of the start page, without /openbis/webapp."
    case .unexpected: "Check the address; something in between may answer in the server's place."
    case .tooManyRows:
      "Search for what you need: f. Tell an administrator of the instance: its service must answer with less."
    case .tooMany: "Search for what you need: f."
    case .noFile: "Refresh the entity: the file may have moved."
    case .damagedFile: "Nothing was saved. Refresh the data set's list, and try again."
    case .shownOtherwise: "What is kept stays. The first list shows what the instance has now."
    }
  }
}

extension OpenBISError: ExitCoded {
  /// The codes that the other applications have for problems of the same kind.
  var exitCode: ExitCode {
    switch self {
    case .sessionEnded, .noRole, .notPermitted: .noPermission
    case .serviceFailed, .storeDown, .storeUnreachable, .noStoreAddress, .failed, .unknownMethod,
      .noServer, .shownOtherwise:
      .unavailable
    case .unexpected, .tooMany, .tooManyRows, .damagedFile: .data
    case .noFile: .noInput
    }
  }
}
