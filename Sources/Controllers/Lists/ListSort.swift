/// The order of a list: a column and a direction. Sessions and command-line arguments contain it as
/// text, such as `created:desc`.
public struct ListSort: Hashable, Sendable {
  /// The id of the column to sort by; empty for the order in which the source returned the rows.
  public let columnID: String
  /// Whether the order is descending, with the greatest value first.
  public let isDescending: Bool

  /// Creates an order by a column.
  ///
  ///     ListSort("date", isDescending: true)
  public init(_ columnID: String, isDescending: Bool = false) {
    self.columnID = columnID
    self.isDescending = isDescending
  }

  /// The order in which the source returned the rows, without sorting.
  public static let asReceived = ListSort("")

  /// Creates an order from a text of the form `COLUMN`, `COLUMN:asc` or `COLUMN:desc`. Returns
  /// `nil` for any other direction.
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

  /// The order as text for sessions and arguments: `COLUMN` if ascending, `COLUMN:desc` if
  /// descending.
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
