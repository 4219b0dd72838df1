import Values
import Vaults

/// An answer in a complete copy, or the reason why there is none.
public enum StoredResponse: Equatable, Sendable {
  /// The answer, and its moment in seconds since 1970.
  case answered(StoredBody, timestamp: Int)
  /// The answer of an earlier copy: when this one was made, the server failed at the question. With the status of the failure, or 0, and
  /// its words.
  case earlier(StoredBody, timestamp: Int, Int, String)
  /// No answer was to be had.
  case lacking(UnavailableReason)

  /// The moment of the answer, in seconds since 1970; nil if the copy doesn't have it.
  public var timestamp: Int? {
    switch self {
    case .answered(_, let timestamp), .earlier(_, let timestamp, _, _): timestamp
    case .lacking: nil
    }
  }

  /// The answer as it was given; nil if the copy doesn't have it.
  public var body: StoredBody? {
    switch self {
    case .answered(let body, _), .earlier(let body, _, _, _): body
    case .lacking: nil
    }
  }
}

extension StoredResponse {
  /// Returns the answer with its body in a text, to which it is written if it isn't there. Throws
  /// `VaultError`.
  func moved(to text: SealedText) throws -> StoredResponse {
    switch self {
    case .answered(let body, let timestamp):
      .answered(try body.moved(to: text), timestamp: timestamp)
    case .earlier(let body, let timestamp, let status, let words):
      .earlier(try body.moved(to: text), timestamp: timestamp, status, words)
    case .lacking: self
    }
  }

  /// The answer as a copy's index has it: the places of its body, or the reason why there is none.
  var index: JSON {
    switch self {
    case .answered(let body, let timestamp):
      .object([JSON.Member("moment", .number(String(timestamp)))] + body.index)
    case .earlier(let body, let timestamp, let status, let words):
      .object(
        [JSON.Member("moment", .number(String(timestamp)))] + body.index + [
          JSON.Member("refused", .string(words)), JSON.Member("status", .number(String(status))),
        ])
    case .lacking(.notFound(let words)): .object([JSON.Member("notFound", .string(words))])
    case .lacking(.missingPrivilege(let name)):
      .object([JSON.Member("missingPrivilege", .string(name))])
    case .lacking(.refused(let status, let words)):
      .object([
        JSON.Member("refused", .string(words)), JSON.Member("status", .number(String(status))),
      ])
    }
  }

  /// Reads an answer of a copy's index, whose body is in a text; or one of a copy of format 1,
  /// which has the body itself. Nil for anything else.
  init?(_ json: JSON, in text: SealedText) {
    if let body = StoredBody(json, in: text), let timestamp = json["moment"]?.int {
      self =
        json["refused"]?.string.map {
          .earlier(body, timestamp: timestamp, json["status"]?.int ?? 0, $0)
        } ?? .answered(body, timestamp: timestamp)
    } else if let words = json["notFound"]?.string {
      self = .lacking(.notFound(words))
    } else if let name = json["missingPrivilege"]?.string {
      self = .lacking(.missingPrivilege(name))
    } else if let words = json["refused"]?.string {
      self = .lacking(.refused(json["status"]?.int ?? 0, words))
    } else {
      return nil
    }
  }
}
