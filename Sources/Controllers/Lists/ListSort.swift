/// A list's sort column and direction: `created:desc` in sessions and arguments.
public struct ListSort: Hashable, Sendable {
  /// The id of the column; empty for the order in which the rows were received.
  public let columnID: String
  /// Whether the greatest value comes first.
  public let isDescending: Bool

  /// Creates an order by a column.
  ///
  ///     ListSort("date", isDescending: true)
  public init(_ columnID: String, isDescending: Bool = false) {
    self.columnID = columnID
    self.isDescending = isDescending
  }

  /// The order in which the rows were received.
  public static let asReceived = ListSort("")

  /// Parses `COLUMN`, `COLUMN:asc` or `COLUMN:desc`. Returns `nil` for any other direction.
  ///
  ///     ListSort(text: "date:desc")
  public init?(text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let column = parts.first else { return nil }
    switch parts.count > 1 ? String(parts[1]) : "asc" {
    case "asc": self.init(String(column))
    case "desc": self.init(String(column), isDescending: true)
    default: return nil
    }
  }

  var mark: String { isDescending ? "▼" : "▲" }

  /// The order as `COLUMN` or `COLUMN:desc`.
  public var text: String { isDescending ? columnID + ":desc" : columnID }
}

extension ListSort: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let sort = ListSort(text: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "“\(text)” isn't a sort order"))
    }
    self = sort
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
