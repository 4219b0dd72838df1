import FoundationEssentials
import Reprise

struct Property: Hashable, Sendable {
  /// For example "DESC". The viewer doesn't interpret it.
  let key: String
  let label: String
  let value: String?
  /// Shown instead of a value that is a code, such as a vocabulary term's label.
  var display: String?
  /// One per line of the text; empty if the lines refer to no entities.
  let links: [ResourceID]

  init(
    _ key: String, _ label: String, _ value: String?, display: String? = nil,
    links: [ResourceID] = []
  ) {
    self.key = key
    self.label = label
    self.value = value
    self.display = display
    self.links = links
  }

  /// A document, or a fragment written by the notebook's editors.
  var isHTML: Bool {
    guard let value else { return false }
    let start = value.prefix(64).drop { $0.isWhitespace }.lowercased()
    if ["<?xml", "<!doctype html"].contains(where: { start.hasPrefix($0) }) { return true }
    let tag = start.dropFirst().prefix { $0.isLetter || $0.isNumber }
    if start.first == "<", Self.fragmentTags.contains(String(tag)) { return true }
    return value.lowercased().contains("<html")
  }

  private static let fragmentTags: Set<String> = [
    "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "figure", "blockquote",
    "pre", "strong", "em", "b", "i", "u", "span", "br", "img", "a",
  ]

  /// A sheet of the electronic notebook: `<DATA>`, Base64 of JSON, `</DATA>`. Older releases have
  /// `data` instead of the computed `values`.
  private var spreadsheet: TextBlock? {
    guard let value, value.hasPrefix("<DATA>"), value.hasSuffix("</DATA>"),
      let bytes = Data(base64Encoded: String(value.dropFirst(6).dropLast(7))),
      let sheet = try? JSON(Array(bytes), limits: .part),
      let cells = sheet["values"]?.array ?? sheet["data"]?.array
    else { return nil }
    func text(_ cell: JSON) -> String { cell.string ?? (cell == .null ? "" : cell.text) }
    let headers = (sheet["headers"]?.array ?? []).map(text)
    var rows = cells.map { ($0.array ?? []).map(text) }
    // A new sheet has a hundred empty rows.
    while rows.last?.allSatisfy({ $0.isEmpty }) == true { rows.removeLast() }
    let width = rows.map { row in (row.lastIndex { !$0.isEmpty } ?? -1) + 1 }.max() ?? 0
    guard width > 0 else { return .text("An empty spreadsheet.") }
    rows = rows.map { Array($0.prefix(width)) }
    return .table(
      headers.isEmpty ? rows : [Array(headers.prefix(width))] + rows, hasHeading: !headers.isEmpty)
  }

  var blocks: [TextBlock] {
    guard let value = display ?? value, !value.isEmpty else { return [] }
    if !links.isEmpty {
      return value.split(separator: "\n", omittingEmptySubsequences: false).map {
        .text(String($0))
      }
    }
    if let spreadsheet { return [spreadsheet] }
    return isHTML ? HTMLDocument(value).blocks : [.text(value)]
  }
}

enum TextBlock: Hashable, Sendable {
  case text(String)
  /// The rows can differ in length.
  case table([[String]], hasHeading: Bool)
}
