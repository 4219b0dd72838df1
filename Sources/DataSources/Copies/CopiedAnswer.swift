public import Values

/// An answer in a complete copy, or the reason why there is none.
public enum CopiedAnswer: Hashable, Sendable {
  /// The answer, and its moment in seconds since 1970.
  case answered(JSON, moment: Int)
  /// The answer of an earlier copy: when this one was made, the server failed at the question. With the status of the failure, or 0, and
  /// its words.
  case earlier(JSON, moment: Int, Int, String)
  /// No answer was to be had.
  case lacking(AnswerLack)

  /// The moment of the answer, in seconds since 1970; nil if the copy doesn't have it.
  public var moment: Int? {
    switch self {
    case .answered(_, let moment), .earlier(_, let moment, _, _): moment
    case .lacking: nil
    }
  }
}

extension CopiedAnswer {
  /// The answer as a copy's file has it.
  public var json: JSON {
    switch self {
    case .answered(let body, let moment):
      .object([JSON.Member("moment", .number(String(moment))), JSON.Member("body", body)])
    case .earlier(let body, let moment, let status, let text):
      .object([
        JSON.Member("moment", .number(String(moment))), JSON.Member("body", body),
        JSON.Member("refused", .string(text)), JSON.Member("status", .number(String(status))),
      ])
    case .lacking(.notFound(let text)): .object([JSON.Member("notFound", .string(text))])
    case .lacking(.missingPrivilege(let name)):
      .object([JSON.Member("missingPrivilege", .string(name))])
    case .lacking(.refused(let status, let text)):
      .object([
        JSON.Member("refused", .string(text)), JSON.Member("status", .number(String(status))),
      ])
    }
  }

  /// Reads an answer of a copy's file; nil for anything else.
  public init?(_ json: JSON) {
    if let body = json["body"], let moment = json["moment"]?.int {
      self =
        json["refused"]?.string.map {
          .earlier(body, moment: moment, json["status"]?.int ?? 0, $0)
        } ?? .answered(body, moment: moment)
    } else if let text = json["notFound"]?.string {
      self = .lacking(.notFound(text))
    } else if let name = json["missingPrivilege"]?.string {
      self = .lacking(.missingPrivilege(name))
    } else if let text = json["refused"]?.string {
      self = .lacking(.refused(json["status"]?.int ?? 0, text))
    } else {
      return nil
    }
  }
}
