package import Core
package import Encryption

/// A response in an offline copy, or the reason why there is none.
public enum StoredResponse: Equatable, Sendable {
  /// The response, and its time in seconds since 1970.
  case answered(StoredBody, timestamp: Int)
  /// The response of an earlier copy, because the server failed on the request when this copy was
  /// made. The last values are the failure's status, or 0, and its text.
  case earlier(StoredBody, timestamp: Int, Int, String)
  /// The server supplied no response.
  case lacking(UnavailableReason)

  /// The time of the response, in seconds since 1970; `nil` without a response.
  public var timestamp: Int? {
    switch self {
    case .answered(_, let timestamp), .earlier(_, let timestamp, _, _): timestamp
    case .lacking: nil
    }
  }

  /// The response's body; `nil` without a response.
  public var body: StoredBody? {
    switch self {
    case .answered(let body, _), .earlier(let body, _, _, _): body
    case .lacking: nil
    }
  }
}

extension StoredResponse {
  /// Returns the response with its body in a text, writing it there if it isn't yet. Throws
  /// `VaultError`.
  package func moved(to text: SealedText) throws -> StoredResponse {
    switch self {
    case .answered(let body, let timestamp):
      .answered(try body.moved(to: text), timestamp: timestamp)
    case .earlier(let body, let timestamp, let status, let words):
      .earlier(try body.moved(to: text), timestamp: timestamp, status, words)
    case .lacking: self
    }
  }

  /// The entry in a copy's index: the offsets of the body, or the reason why there is none.
  package var index: JSON {
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

  /// Decodes an entry of a copy's index, whose body is in a text. In copies of format 1, the entry
  /// contains the body. `nil` for anything else.
  package init?(_ json: JSON, in text: SealedText) {
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
