import Restoration
public import Screens
public import Terminals

/// The content of a detail screen: a headline, and below it sections of rows with labels.
public struct Detail: Sendable {
  /// The screen's name in the top line of the window.
  public var title: String
  /// A status symbol in front of the headline; `nil` for none.
  public var mark: Mark?
  /// The name of the object that the screen shows, in the first line of the content.
  public var headline: String
  /// The text at the right of the headline, for example an id. It is omitted if it doesn't fit.
  public var aside: String
  /// The text below the headline.
  public var subtitle: String
  /// The sections, from top to bottom.
  public var sections: [DetailSection]
  /// Whether this is preliminary data, shown until a fetch returns the complete object. Rows that
  /// the fetch adds aren't marked as changed.
  public var isProvisional = false

  /// Creates a detail.
  /// ```swift
  /// Detail(
  ///   title: system.name, headline: system.name, aside: system.id,
  ///   sections: [DetailSection(rows: [.labelled("Status", system.status)])])
  /// ```
  public init(
    title: String, mark: Mark? = nil, headline: String, aside: String = "", subtitle: String = "",
    sections: [DetailSection]
  ) {
    self.title = title
    self.mark = mark
    self.headline = headline
    self.aside = aside
    self.subtitle = subtitle
    self.sections = sections
  }
}

/// A section of a detail screen, with or without a heading.
public struct DetailSection: Sendable {
  /// The heading, drawn with a rule; `nil` for a section without one.
  public var heading: String?
  /// The rows, from top to bottom.
  public var rows: [DetailRow]

  /// Creates a section.
  ///
  ///     DetailSection("Owner", rows: [.labelled("Name", owner.name)])
  public init(_ heading: String? = nil, rows: [DetailRow]) {
    self.heading = heading
    self.rows = rows
  }
}

/// One row of a detail screen: a label with a value, a row of a table, or a text.
public struct DetailRow: Sendable {
  enum Content: Sendable, Equatable {
    case labelled(label: String, value: String, aside: String)
    case table(mark: Mark?, cells: [String])
    case text(String)
  }

  /// The row's name, unique in the detail. The scroll position is saved by it.
  let id: String
  let content: Content
  let role: Role
  let route: (any AppRoute)?
  var isTable: Bool {
    if case .table = content { true } else { false }
  }

  var isUnknown: Bool {
    if case .labelled(_, "—", _) = content { true } else { false }
  }

  /// Creates a row with a label and a value.
  ///
  /// - Parameters:
  ///   - id: The row's name in sessions, unique in the detail; `nil` for the label.
  ///   - label: The text at the left.
  ///   - value: The text beside the label, of one or more lines.
  ///   - aside: An additional text at the right.
  ///   - role: The role in which the value is drawn.
  ///   - route: The screen that the row opens; `nil` if it opens none.
  public static func labelled(
    id: String? = nil, _ label: String, _ value: String, aside: String = "", role: Role = .text,
    opens route: (any AppRoute)? = nil
  ) -> DetailRow {
    DetailRow(
      id: id ?? label, content: .labelled(label: label, value: value, aside: aside), role: role,
      route: route)
  }

  /// Creates a row of a table. The cells of all table rows in a section are aligned as columns.
  ///
  /// - Parameters:
  ///   - id: The row's name in sessions, unique in the detail.
  ///   - mark: A status symbol in front of the cells; `nil` for none.
  ///   - cells: The texts of the cells, from left to right.
  ///   - route: The screen that the row opens; `nil` if it opens none.
  public static func table(
    id: String, mark: Mark? = nil, _ cells: [String], opens route: (any AppRoute)? = nil
  ) -> DetailRow {
    DetailRow(id: id, content: .table(mark: mark, cells: cells), role: .text, route: route)
  }

  /// Creates a row with a text that uses the whole width of the screen, without a label.
  ///
  /// - Parameters:
  ///   - id: The row's name in sessions, unique in the detail.
  ///   - text: The text, which is wrapped.
  ///   - role: The role in which the text is drawn.
  public static func text(id: String, _ text: String, role: Role = .secondary) -> DetailRow {
    DetailRow(id: id, content: .text(text), role: role, route: nil)
  }
}

extension Detail {
  /// The detail as lines of plain text, for pipes and the clipboard. Control characters and other
  /// unsafe characters are replaced by visible ones.
  public var plain: String {
    let labels = sections.flatMap(\.rows).compactMap { row -> Int? in
      if case .labelled(let label, _, _) = row.content { CellWidth.of(label) } else { nil }
    }
    let labelWidth = labels.max() ?? 0
    var lines = [headline, subtitle].filter { !$0.isEmpty }
    for section in sections {
      if let heading = section.heading { lines += ["", heading] }
      for row in section.rows {
        switch row.content {
        case .labelled(let label, let value, let aside):
          let gap = String(repeating: " ", count: labelWidth - CellWidth.of(label) + 2)
          let indent = String(repeating: " ", count: labelWidth + 2)
          var parts = value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map(String.init)
          if !aside.isEmpty { parts[0] += "  (\(aside))" }
          lines += parts.enumerated().map { ($0 == 0 ? label + gap : indent) + $1 }
        case .table(_, let cells): lines.append(cells.joined(separator: "  "))
        case .text(let text): lines.append(text)
        }
      }
    }
    return lines.map { SafeText.visible($0) + "\n" }.joined()
  }
}
