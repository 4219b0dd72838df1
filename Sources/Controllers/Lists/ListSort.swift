/// The column that a list is sorted by, and the direction: `created:desc` in sessions and arguments.
public struct ListSort: Hashable, Sendable {
  /// The id of the column; empty for the order in which the rows were received.
  public let columnID: String
  /// True if the greatest comes first.
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

  /// Reads `COLUMN`, `COLUMN:asc` or `COLUMN:desc`; nil for anything else behind the colon.
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

  /// The sign in a heading: ▲ if the smallest comes first.
  var mark: String { isDescending ? "▼" : "▲" }

  /// The order as `COLUMN` or `COLUMN:desc`.
  public var text: String { isDescending ? columnID + ":desc" : columnID }
}

extension ListSort: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let sort = ListSort(text: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "“\(text)” is no order"))
    }
    self = sort
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
